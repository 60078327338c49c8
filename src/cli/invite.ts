import { networkInterfaces } from 'node:os';
import { currentEnvironment } from '../config/config.js';
import { nameDevice } from '../config/installed.js';
import { EXIT } from '../contract/errors.js';
import type { MadeInvitation } from '../client/invitation.js';
import type { Methods } from '../contract/methods.js';
import { LOUDEST } from '../contract/shape.js';
import { refuse } from './arguments.js';
import type { Arguments, Command } from './command.js';
import { toExitError } from './ctl/connect.js';
import { findHosts } from './demo/network.js';
import { DEVICE_OPTION, readDevice } from './device.js';
import { needLocalAgent } from './local-agent.js';
import { oneLine, print, printWhiteOnBlack, toJson } from './output.js';
import { unlessAborted } from './stop-signal.js';

const UNITS_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: 60_000, h: 3_600_000, d: 86_400_000 }),
);
const YEAR_MS = 365 * 86_400_000;

export const inviteCommand: Command = {
  name: 'invite',
  summary:
    'invites one more phone, as an owner or, with --guest, as a guest: prints a link, a six-digit code and a QR code',
  options: {
    guest: {
      value: null,
      summary:
        'invite a guest, who can play, skip, give thumbs and set the volume; without it, an owner, who may do everything',
    },
    for: {
      value: 'TIME',
      summary:
        'guests only: how long the access lasts after joining, such as 90m, 3h or 7d; without it, the access does not end',
    },
    volume: { value: 'PERCENT', summary: 'guests only: the highest volume that the guest can set' },
    ...DEVICE_OPTION,
    json: { value: null, summary: 'print JSON' },
    ip: {
      value: null,
      summary:
        'put the IP address into the QR code, or into the link of --json, for phones that cannot open .local names',
    },
  },
  notes: [
    'Run it on the speaker, as root, as the agent’s user or as a member of its group. An invitation is valid for one ' +
      'phone and for five minutes. Up to five can be open at a time, and up to twenty can be made in an hour. The ' +
      'secret of the link follows the #, which browsers never send to a server.',
  ],
  async run(given, stop) {
    const terms = readTerms(given);
    const device = readDevice(given);
    const client = await unlessAborted(needLocalAgent('tonearm invite', device), stop);
    try {
      const invitation = await client.invite(terms);
      const byIp = given.flags.has('ip');
      if (given.flags.has('json')) print(toJson({ ...invitation, link: toDrawn(invitation.link, byIp) }));
      else {
        const pair = nameDevice('sudo tonearm pair', device.instance);
        const { pairing } = client.hello ?? {};
        await show(invitation, { terms, pairing, byIp, pair });
      }
    } catch (error) {
      throw toExitError(error, client.url);
    } finally {
      client.stop();
    }
    return EXIT.clean;
  },
};

interface PrintedInvitation {
  readonly terms: InviteParams;
  readonly pairing: string | undefined;
  readonly byIp: boolean;
  /** The command that pairs this speaker. */
  readonly pair: string;
}

async function show(
  { link, code = '', expiresMs }: MadeInvitation,
  { terms, pairing, byIp, pair }: PrintedInvitation,
): Promise<void> {
  const byAddress = toAddresses(link);
  const { renderUnicodeCompact } = await import('uqr');
  const lines = [
    ...(pairing === 'unpaired'
      ? [
          terms.role === 'owner'
            ? 'The speaker is not paired. Its page says who may pair it; where the page asks for a code, enter this one.'
            : `The speaker is not paired. A guest has nothing to play until somebody opens its page and signs in, or runs "${pair}".`,
          '',
        ]
      : []),
    `link      ${link}`,
    ...byAddress.map(other => `or        ${other}`),
    ...(byAddress.length === 0 ? [] : ['          if the phone cannot open the first link']),
    `code      ${code.slice(0, 3)} ${code.slice(3)}`,
    `admits    one phone, ${describeTerms(terms)}`,
    `          the invitation is valid for ${Math.round(expiresMs / 60_000)} minutes`,
  ];
  // Before the words, which a terminal of 24 rows then shows whole. Cameras need dark modules on a light ground.
  printWhiteOnBlack(renderUnicodeCompact(toDrawn(link, byIp), { border: 2 }), currentEnvironment());
  print(`\n${lines.map(oneLine).join('\n')}`);
}

/** The link of the QR code and of programs. */
function toDrawn(link: string, byIp: boolean): string {
  return (byIp ? toAddresses(link)[0] : null) ?? link;
}

/** The same link by each address of this machine. */
function toAddresses(link: string): readonly string[] {
  return findHosts(networkInterfaces()).addresses.map(host => atHost(link, host));
}

/** Returns the same link with another host name of this machine. */
function atHost(link: string, host: string): string {
  const url = new URL(link);
  url.hostname = host;
  return url.href;
}

/** The terms of an invitation. */
type InviteParams = Methods['access.invite']['params'];

/** Reads the terms; an owner's invitation has no limits. Throws an `ExitError` 64 for wrong options. */
function readTerms({ flags, values }: Arguments): InviteParams {
  const validMs = readSpan(values['for']);
  const volumeMax = readVolume(values['volume']);
  if (flags.has('guest')) {
    return {
      role: 'guest',
      ...(validMs !== null && { validMs }),
      ...(volumeMax !== null && { volumeMax }),
    };
  }
  if (validMs !== null) throw refuse(inviteCommand, '--for applies to guests only: add --guest');
  if (volumeMax !== null) throw refuse(inviteCommand, '--volume applies to guests only: add --guest');
  return { role: 'owner' };
}

/** Returns the role and limits as the end of a sentence. */
export function describeTerms({ role, validMs, volumeMax }: InviteParams): string {
  if (role === 'owner') return 'as an OWNER, who may do everything (use --guest for a guest)';
  const span = validMs === undefined ? ', with no time limit' : ` for ${toSpan(validMs)} after joining`;
  return `as a guest${span}${volumeMax === undefined ? '' : `, with a volume of at most ${volumeMax}`}`;
}

/** Formats a duration in the largest unit that fits a whole number of times: `1 day`, `90 minutes`. */
function toSpan(ms: number): string {
  const [unit, unitMs] =
    [['day', 86_400_000] as const, ['hour', 3_600_000] as const].find(([, size]) => ms % size === 0) ??
    (['minute', 60_000] as const);
  return `${ms / unitMs} ${unit}${ms === unitMs ? '' : 's'}`;
}

function readSpan(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, number = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS_MS.get(unit) ?? 0);
  if (ms > 0 && ms <= YEAR_MS) return ms;
  throw refuse(inviteCommand, '--for must be minutes, hours or days up to a year, such as 90m, 3h or 7d');
}

function readVolume(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,3}%?$/.test(text) && Number.parseInt(text, 10) <= LOUDEST) return Number.parseInt(text, 10);
  throw refuse(inviteCommand, `--volume must be a percentage from 0 to ${LOUDEST}`);
}
