import type { ServiceFault } from '../contract/errors.js';
import type { Logger } from '../contract/ports.js';

/** Logs renewals sparingly: the first failure, each change of the kind of failure, and the recovery. */
export interface RenewalLog {
  failed(fault: ServiceFault): void;
  renewed(): void;
}

export function createRenewalLog(logger: Logger): RenewalLog {
  let failures = 0;
  let last = '';

  return {
    failed({ code, httpStatus, serviceCode, answerLost }) {
      failures += 1;
      const details = { fault: code, httpStatus, serviceCode, answerLost };
      const kind = JSON.stringify(details);
      if (kind === last) return;
      last = kind;
      if (code === 'clientRefused') {
        logger.error(
          details,
          'The tokens cannot be renewed: the service does not accept this client. See TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET.',
        );
      } else if (code === 'grantRefused') {
        logger.warn(details, 'The tokens cannot be renewed: the service has refused twice.');
      } else {
        logger.warn(details, 'The tokens could not be renewed; the agent tries again later.');
      }
    },
    renewed() {
      if (failures > 0) logger.info({ failures }, 'The tokens were renewed again.');
      failures = 0;
      last = '';
    },
  };
}
