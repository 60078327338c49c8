import type { HostRefusal } from '../model/state.js';
import type { Notice, NoticeDetail } from '../../contract/public-state.js';

/** Makes the notice that tells the listener why the audio host gives no audio. */
export function hostNotice(refused: Pick<HostRefusal, 'fault' | 'httpStatus'>): Notice {
  return { code: 'serviceError', message: toMessage(refused), detail: DETAILS[refused.fault] };
}

const DETAILS: Readonly<Record<HostRefusal['fault'], NoticeDetail>> = {
  untrusted: 'hostUntrusted',
  insecure: 'hostInsecure',
  refused: 'hostRefused',
  unanswered: 'hostRefused',
};

function toMessage({ fault, httpStatus }: Pick<HostRefusal, 'fault' | 'httpStatus'>): string {
  switch (fault) {
    case 'untrusted':
      return 'The certificate of the host that delivers the music is not trusted, has expired or is for another name. The speaker keeps trying; run “sudo tonearm doctor” on it for details.';
    case 'insecure':
      return 'The host that delivers the music sends it without encryption, which this speaker does not play. The speaker keeps trying.';
    case 'unanswered':
      return 'The host that delivers the music does not answer. The speaker keeps trying.';
    case 'refused':
      return httpStatus !== null && (httpStatus >= 500 || httpStatus === 429)
        ? `The host that delivers the music has a problem (HTTP ${httpStatus}). The speaker keeps trying.`
        : `The host that delivers the music refuses to send it (HTTP ${httpStatus ?? 'error'}). The speaker keeps trying.`;
  }
}
