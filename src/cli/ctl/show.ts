import type { ControlClient } from '../../client/control-client.js';
import type { LibraryPage } from '../../library.js';
import type { PublicState } from '../../core/public-state.js';
import { oneLine } from '../output.js';

/** What stands in one line: what plays, where in it, how loud, and why nothing is heard. */
export function toLine(state: PublicState, positionMs: number | null): string {
  const parts = [
    state.playbackStatus,
    ...(isSilentUnasked(state) ? [`(${state.silenceReason})`] : []),
    ...(state.item === null ? [] : [toClock(positionMs, state.item.durationMs), toTitle(state.item)]),
    `– volume ${state.volume}${state.muted ? ', muted' : ''}`,
  ];
  return parts.filter(part => part !== '').join(' ');
}

/** The whole state for people, a member a line. */
export function toStatus(client: ControlClient): string {
  const { state, hello } = client;
  if (state === null) return 'nothing is known';
  const { item, source, notice, silenceReason } = state;
  const rows: [string, string | null][] = [
    ['speaker', hello?.name ?? null],
    [
      'state',
      silenceReason === null ? state.playbackStatus : `${state.playbackStatus}, silent: ${silenceReason}`,
    ],
    ['source', source && `${source.name ?? source.type} (${source.id})`],
    ['item', item && toTitle(item)],
    ['position', item && toClock(client.positionMs(), item.durationMs)],
    ['thumb', item?.feedback == null ? null : item.feedback.toLowerCase()],
    ['volume', `${state.volume}${state.muted ? ', muted' : ''}`],
    ['notice', notice && [notice.title, notice.message].filter(text => text !== undefined).join(': ')],
  ];
  return rows
    .flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(10)}${oneLine(value)}`]))
    .join('\n');
}

/** A list for people: what `ctl play` takes, then the name, whose it is, and for an episode its day. */
export function toList({ items, cursor }: LibraryPage): string {
  const width = Math.max(0, ...items.map(({ id }) => id.length));
  const rows = items.map(({ id, name, artist, podcast, releaseDate }) => {
    const day = /^\d{4}-\d\d-\d\d/.exec(releaseDate ?? '')?.[0];
    const about = [name, artist ?? podcast, day].filter(text => text !== undefined);
    return oneLine(`${id.padEnd(width)}  ${about.join(' – ')}`);
  });
  return [...rows, ...(cursor === undefined ? [] : [`more: --cursor ${oneLine(cursor)}`])].join('\n');
}

function isSilentUnasked({ silenceReason, playbackStatus }: PublicState): boolean {
  return silenceReason !== null && silenceReason !== playbackStatus;
}

function toTitle({ title, artist, podcast }: NonNullable<PublicState['item']>): string {
  return oneLine([title, artist ?? podcast].filter(text => text !== undefined).join(' – '));
}

/** `1:05/3:00`. */
function toClock(positionMs: number | null, durationMs: number | undefined): string {
  const times = [positionMs ?? 0, ...(durationMs === undefined ? [] : [durationMs])];
  return times.map(toMinutes).join('/');
}

function toMinutes(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}
