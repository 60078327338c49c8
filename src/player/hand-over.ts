import type { LoadRequest } from '../contract/ports.js';
import { checkedAddress } from './address/audio-address.js';
import { fileOptions, riseAt } from './sound/file-options.js';
import type { MpvProcess } from './process/mpv-process.js';
import { isTone, toneAddress } from './sound/tone.js';

function entryIdOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('playlist_entry_id' in data)) return null;
  return typeof data.playlist_entry_id === 'number' ? data.playlist_entry_id : null;
}

/** Sends a load to mpv and registers it with the tracker. Rejects if the address is invalid or mpv refuses. */
export async function handOver(
  request: LoadRequest,
  { request: send, tracker, device }: MpvProcess,
): Promise<void> {
  const { mode, paused } = request;
  const url = isTone(request) ? toneAddress() : checkedAddress(request.url);
  const replace = mode === 'replace';
  const rises = tracker.sound.isUnheard && (replace || tracker.isEmpty);
  const flags = replace ? 'replace' : 'append-play';
  const onReply = (data: unknown) => {
    const entryId = entryIdOf(data);
    if (entryId !== null) tracker.claim(request, entryId);
  };
  // Sent together, run in order: the previous load must not sound again for a moment, nor a load that starts paused.
  await Promise.all([
    replace ? device.open() : null,
    replace ? (paused ? send(['set_property', 'pause', true]) : null) : send(['playlist-clear']),
    // A file that begins elsewhere than at its start resets the output; what waits there has to sound first.
    replace ? null : send(['set_property', 'gapless-audio', request.startMs > 0 ? 'no' : 'weak']),
    send({ name: 'loadfile', url, flags, options: fileOptions(request, { rises }) }, { onReply }),
    replace && !paused ? send(['set_property', 'pause', false]) : null,
  ]);
  if (!replace) await tracker.prune(1);
}

/** Moves playback, or what is paused, to another position; rejects if the file has already ended in mpv. */
export async function seekTo(positionMs: number, { request: send, tracker }: MpvProcess): Promise<void> {
  if (tracker.sound.isHandingOver) throw new Error('the hand-over has ended');
  tracker.sound.aim.send(positionMs);
  // There may be no filter to remove.
  void send(riseAt(positionMs, tracker.sound)).catch(() => undefined);
  await send(['seek', (positionMs / 1000).toFixed(3), 'absolute+exact']);
}

/** Pauses mpv and clears its playlist while a replacing load is checked: the old sound stops, as after `loadfile`. */
export async function hush({ request: send, device }: MpvProcess): Promise<void> {
  device.stay();
  // These commands fail only if the process dies, and `loadfile` reports that.
  const commands = [send(['set_property', 'pause', true]), send(['playlist-clear'])];
  await Promise.all(commands).catch(() => undefined);
}
