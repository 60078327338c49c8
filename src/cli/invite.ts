import { networkInterfaces } from 'node:os';
import { currentEnvironment } from '../config.js';
import { nameDevice } from '../config/installed.js';
import { EXIT } from '../errors.js';
import type { MadeInvitation } from '../client/invitation.js';
import type { Command } from './command.js';
import { toExitError } from './ctl/connect.js';
import { findHosts } from './demo/network.js';
import { DEVICE_OPTION, readDevice } from './device.js';
import { describeTerms, readTerms, type Terms } from './invite/terms.js';
import { needLocalAgent } from './local-agent.js';
import { oneLine, print, printWhiteOnBlack, toJson } from './output.js';
import { unlessAborted } from './stop-signal.js';

export const inviteCommand: Command = {
  name: 'invite',
  summary:
    'admits one more phone, as an owner or, with --guest, as a guest: prints a link, a code of six digits and a QR code',
  options: {
    guest: {
      value: null,
      summary:
        'as a guest, who plays, skips, gives thumbs and sets the volume; without this as an owner, who may do everything',
    },
    for: {
      value: 'TIME',
      summary: 'a guest: so long, from joining on, such as 90m, 3h or 7d; for good without this',
    },
    volume: { value: 'PERCENT', summary: 'a guest: the highest volume that this guest can set' },
    ...DEVICE_OPTION,
    json: { value: null, summary: 'print JSON' },
    ip: {
      value: null,
      summary: 'put the IP address into the QR code, for phones that cannot open .local names',
    },
  },
  notes: [
    'Run it on the speaker, as its user, a member of its group or root. The invitation is good for one phone and five ' +
      'minutes; five may be open at a time, twenty be made an hour. The link’s secret stands behind the #, which no ' +
      'browser sends to any server.',
  ],
  async run(given, stop) {
    const terms = readTerms(inviteCommand, given);
    const device = readDevice(given);
    const client = await unlessAborted(needLocalAgent('tonearm invite', device), stop);
    try {
      const invitation = await client.invite(terms);
      if (given.flags.has('json')) print(toJson(invitation));
      else {
        const pair = nameDevice('sudo tonearm pair', device.instance);
        const { pairing } = client.hello ?? {};
        await show(invitation, { terms, pairing, byIp: given.flags.has('ip'), pair });
      }
    } catch (error) {
      throw toExitError(error, client.url);
    } finally {
      client.stop();
    }
    return EXIT.clean;
  },
};

interface Shown {
  readonly terms: Terms;
  readonly pairing: string | undefined;
  readonly byIp: boolean;
  /** The command that pairs this speaker. */
  readonly pair: string;
}

async function show(
  { link, code = '', expiresMs }: MadeInvitation,
  { terms, pairing, byIp, pair }: Shown,
): Promise<void> {
  const byAddress = findHosts(networkInterfaces()).addresses.map(host => atHost(link, host));
  const { renderUnicodeCompact } = await import('uqr');
  const lines = [
    ...(pairing === 'unpaired'
      ? [
          terms.role === 'owner'
            ? 'The speaker is not paired: its page says who may, and takes this code of an owner where it asks for one.'
            : `The speaker is not paired: there is nothing to play for a guest until somebody opens its page and signs in, or runs "${pair}".`,
          '',
        ]
      : []),
    `link      ${link}`,
    ...byAddress.map(other => `or        ${other}`),
    ...(byAddress.length === 0 ? [] : ['          if the phone cannot open the first link']),
    `code      ${code.slice(0, 3)} ${code.slice(3)}`,
    `admits    one phone, ${describeTerms(terms)}`,
    `          the invitation itself is good for ${Math.round(expiresMs / 60_000)} minutes`,
  ];
  print(`${lines.map(oneLine).join('\n')}\n`);
  // Cameras need dark modules on a light ground.
  printWhiteOnBlack(
    renderUnicodeCompact((byIp ? byAddress[0] : null) ?? link, { border: 2 }),
    currentEnvironment(),
  );
}

/** Returns the same link with another host name of this machine. */
function atHost(link: string, host: string): string {
  const url = new URL(link);
  url.hostname = host;
  return url.href;
}
