import type { ControlClient } from '../../client/control-client.js';
import type { PublicState } from '../../contract/public-state.js';
import type { Done } from '../../contract/protocol.js';
import { oneLine } from '../output.js';
import type { Line, Span } from '../text/line.js';
import { pad } from '../text/width.js';
import type { Connected } from './connect.js';
import { quoteOnSpeaker } from './command-line.js';
import type { FormatRow, Told } from './verb.js';

/** The fields of a state for `--format`. */
export const STATE_FIELDS = [
  ...['status', 'silence', 'kind', 'title', 'artist', 'album', 'podcast', 'position', 'duration'],
  ...['thumb', 'volume', 'muted', 'source', 'sourceId', 'art', 'upNext', 'speaker'],
] as const;
const LABEL = 10;
const BAR = 24;

/** Returns the output of a command: its revision and the resulting state. `limit`: why the volume was lowered. */
export function toDone(client: ControlClient, { revision }: Done, limit: string | null = null): Told {
  // A command's event arrives before its answer.
  const { state } = client;
  return { json: { revision }, text: state === null ? '' : [toLine(state, client.positionMs(), { limit })] };
}

/** Returns one line with the state, position, item and volume, and why nothing is heard. */
export function toLine(
  state: PublicState,
  positionMs: number | null,
  { hasBar = false, limit = null }: { hasBar?: boolean; limit?: string | null } = {},
): Line {
  const { item, silenceReason } = state;
  // The state already says (muted).
  const isMuted = state.muted && !(silenceReason === 'muted' && isSilentUnasked(state));
  const bar = item === null || !hasBar ? null : toBar(positionMs, item.durationMs);
  const parts: Line = [
    toState(state, state.playbackStatus),
    ...(isSilentUnasked(state) ? [`(${silenceReason})`] : []),
    ...(item === null ? [] : [bar ?? toPlace(positionMs, item.durationMs)]),
    ...(item === null ? [] : [{ text: toTitle(item), style: 'bold' } as const]),
    `– volume ${state.volume}${limit === null ? '' : `, ${limit}`}${isMuted ? ', muted' : ''}`,
  ];
  return parts.flatMap((part, at) => (at === 0 ? [part] : [' ', part]));
}

/** The whole state for people, a member a line. `address`: where an unpaired speaker is paired, as far as known. */
export function toStatus(client: Connected, address: string | null, hasBar: boolean): Line[] {
  const { state, hello } = client;
  if (state === null) return [['the state is not known']];
  const { item, source, notice, silenceReason } = state;
  const bar = item !== null && hasBar ? toBar(client.positionMs(), item.durationMs) : null;
  const told = silenceReason === null ? '' : `, silent: ${silenceReason}`;
  const rows: [string, Span | string | null][] = [
    ['speaker', hello && { text: hello.name, style: 'bold' }],
    ['state', toState(state, `${state.playbackStatus}${told}`)],
    ['source', source && `${source.name ?? source.type} (${source.id})`],
    ['item', item && toTitle(item)],
    ['position', item && (bar ?? toPlace(client.positionMs(), item.durationMs))],
    ['thumb', item?.feedback == null ? null : item.feedback.toLowerCase()],
    ['up next', state.upNext && toTitle(state.upNext)],
    ['volume', `${state.volume}${state.muted ? ', muted' : ''}`],
    ['notice', notice && [notice.title, notice.message].filter(text => text !== undefined).join(': ')],
    ['to do', state.pairing === 'unpaired' ? toPairing(address, client.url) : null],
  ];
  return rows.flatMap(([name, value]) =>
    value === null ? [] : [[{ text: pad(name, LABEL), style: 'dim' }, value]],
  );
}

/** What to do about a speaker without an account. */
export function toPairing(address: string | null, url: string): string {
  return `open ${address ?? 'its page'} in a browser and sign in, or run ${quoteOnSpeaker('tonearm pair', url)} on the speaker`;
}

export function toRow(client: ControlClient): FormatRow {
  const { state, hello } = client;
  if (state === null) return {};
  const { item, source } = state;
  return {
    ...{ status: state.playbackStatus, silence: state.silenceReason ?? '', speaker: hello?.name ?? '' },
    ...{ kind: item?.kind ?? '', title: item?.title ?? '', artist: item?.artist ?? '' },
    ...{ album: item?.album ?? '', podcast: item?.podcast ?? '', art: item?.artUrl ?? '' },
    position: item === null ? '' : toClock(client.positionMs() ?? 0),
    duration: item?.durationMs === undefined ? '' : toClock(item.durationMs),
    thumb: item?.feedback?.toLowerCase() ?? '',
    ...{ volume: String(state.volume), muted: state.muted ? 'muted' : '' },
    ...{ source: source?.name ?? '', sourceId: source?.id ?? '' },
    upNext: state.upNext === null ? '' : toTitle(state.upNext),
  };
}

/** Green: something is heard; yellow: something should be heard. */
function toState(state: PublicState, text: string): Span {
  const { silenceReason, playbackStatus } = state;
  if (silenceReason === null) return { text, style: 'green' };
  return isSilentUnasked(state) || playbackStatus === 'playing' ? { text, style: 'yellow' } : { text };
}

function isSilentUnasked({ silenceReason, playbackStatus }: PublicState): boolean {
  return silenceReason !== null && silenceReason !== playbackStatus;
}

function toTitle({
  title,
  artist,
  podcast,
}: Pick<NonNullable<PublicState['item']>, 'title' | 'artist' | 'podcast'>): string {
  return oneLine([title, artist ?? podcast].filter(text => text !== undefined).join(' – '));
}

/** Formats a position such as `1:05/3:00`. */
function toPlace(positionMs: number | null, durationMs: number | undefined): string {
  const times = [positionMs ?? 0, ...(durationMs === undefined ? [] : [durationMs])];
  return times.map(toClock).join('/');
}

/** Formats a bar such as `1:05 ━━━━──── 3:00`; null if the duration is not known. */
function toBar(positionMs: number | null, durationMs: number | undefined): string | null {
  if (durationMs === undefined || durationMs <= 0) return null;
  const played = Math.max(0, Math.min(BAR, Math.round(((positionMs ?? 0) / durationMs) * BAR)));
  return `${toClock(positionMs ?? 0)} ${'━'.repeat(played)}${'─'.repeat(BAR - played)} ${toClock(durationMs)}`;
}

/** Returns local time such as `2026-03-01 18:05`. */
export function toMinute(ms: number): string {
  return new Date(ms).toLocaleString('sv-SE').slice(0, 16);
}

/** Formats a time such as `3:05` or `1:03:05`. */
export function toClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}
