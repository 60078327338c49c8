import t from 'tap';
import { createDiagnosis } from '../../src/daemon/diagnosis.js';
import type { Logger } from '../../src/contract/ports.js';
import type { Service } from '../../src/service/service.js';

t.test('The log tells the service’s condition and says what to check', t => {
  const lines: string[] = [];
  const log = (level: string) => (_fields: object, message: string) => lines.push(`${level}: ${message}`);
  const logger = { info: log('info'), warn: log('warn') } as unknown as Logger;
  let tell: Parameters<Service['onReachability']>[0] = () => undefined;
  const service = { onReachability: (heed: typeof tell) => (tell = heed) } as unknown as Service;
  const diagnosis = createDiagnosis({ version: '0.1.0', logger });
  diagnosis.follow({ follow: () => () => undefined }, service);
  tell('offline', false);
  tell('error', false);
  tell('error', true);
  tell('ok', false);
  t.match(lines, [
    'warn: The service cannot be reached.',
    'warn: The service returns errors.',
    /^warn: What answers at the address of the service is not the music service: check TONEARM_BASE_URL /,
    'info: The service answers.',
  ]);
  t.end();
});
