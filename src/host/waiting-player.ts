import type { PlayerEvent } from '../core/player-event.js';
import type { LoadRequest, Player } from '../ports.js';

/** However long the program and those before it take: the music is not held up longer, milliseconds. */
const LIMIT_MS = 10_000;

/** Where the sound stands: what is loaded and its position; `hasBegun`: some of it was heard already. */
export interface Place {
  readonly loadId: number;
  readonly positionMs: number;
  readonly hasBegun: boolean;
}

interface Gate {
  readonly open: Promise<void>;
  readonly loadId: number | null;
  /** What the player told while the gate was closed, of a load that is ready to sound. */
  started: PlayerEvent | null;
  /** That all of it is there, which has no meaning before it began. */
  fetched: PlayerEvent | null;
  readonly hasBegun: boolean;
}

/**
 * A player whose sound waits for a program to return (contract, section 2, `TONEARM_EVENT_WAIT`). What is to sound is
 * loaded meanwhile; the engine hears of the beginning, and of going on after a pause (`soundWaits`), when it is one.
 * Everything else is the player's own.
 */
export function createWaitingPlayer(options: {
  readonly player: Player;
  /** Null: nothing to wait for. */
  readonly announce: () => Promise<void> | null;
  readonly place: () => Place | null;
  readonly limitMs?: number;
}): Player {
  const { player, announce, place, limitMs = LIMIT_MS } = options;
  let gate: Gate | null = null;
  /** The load that has run out of data, if one has. */
  let dryId: number | null = null;
  let emit: (event: PlayerEvent) => void = () => undefined;
  function wait(): Promise<void> | null {
    const told = announce();
    if (told === null) return null;
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<void>(resolve => {
      late = setTimeout(resolve, limitMs);
    });
    return Promise.race([told, limit]).finally(() => clearTimeout(late));
  }

  /** Gives up waiting; what was held back is told. */
  function release(): void {
    const opened = gate;
    gate = null;
    if (opened === null) return;
    const { started, fetched, hasBegun, loadId } = opened;
    if (started !== null) {
      emit(started);
      if (fetched !== null) emit(fetched);
    }
    if (started === null && hasBegun && loadId !== null && loadId !== dryId) {
      emit({ type: 'player.flowing', loadId, positionMs: positionOf(loadId) });
    }
  }

  function positionOf(loadId: number): number {
    const now = place();
    return now?.loadId === loadId ? now.positionMs : 0;
  }

  /** Sound as soon as the gate opens, unless something else is wanted by then. */
  async function soundLater(closed: Gate): Promise<void> {
    await closed.open;
    if (gate !== closed) return;
    try {
      await player.resume();
    } finally {
      if (gate === closed) release();
    }
  }

  function close(open: Promise<void>, loadId: number | null, hasBegun: boolean): Gate {
    const closed: Gate = { open, loadId, started: null, fetched: null, hasBegun };
    gate = closed;
    return closed;
  }

  function isClosed(closed: Gate | null): boolean {
    return gate === closed;
  }

  function receive(event: PlayerEvent): void {
    if (event.type === 'player.starved') dryId = event.loadId;
    else if ('loadId' in event && event.loadId === dryId && event.type !== 'player.fetched') dryId = null;
    if (gate === null || !('loadId' in event) || event.loadId !== gate.loadId) {
      if (event.type === 'player.died') gate = null;
      emit(event);
      return;
    }
    switch (event.type) {
      case 'player.started':
        gate.started = event;
        return;
      case 'player.fetched':
        if (gate.hasBegun) emit(event);
        else gate.fetched = event;
        return;
      case 'player.starved':
      case 'player.flowing':
      case 'player.position':
        return;
      case 'player.seeked':
        // It is at another place, and still silent.
        emit(gate.hasBegun ? { ...event, type: 'player.starved' } : event);
        return;
      case 'player.ended':
      case 'player.failed':
      case 'player.stopped':
        gate = null;
        emit(event);
    }
  }

  return {
    start(listener) {
      emit = listener;
      return player.start(receive);
    },
    async load(request: LoadRequest) {
      if (request.mode === 'append') return player.load(request);
      gate = null;
      const open = request.paused ? null : wait();
      if (open === null) return player.load(request);
      const closed = close(open, request.loadId, false);
      try {
        await player.load({ ...request, paused: true });
      } catch (error) {
        if (isClosed(closed)) gate = null;
        throw error;
      }
      await soundLater(closed);
    },
    async pause() {
      release();
      await player.pause();
    },
    async resume() {
      const now = place();
      const open = wait() ?? Promise.resolve();
      if (now === null) return player.resume();
      await soundLater(close(open, now.loadId, now.hasBegun));
    },
    async next() {
      const open = wait();
      const closed = open === null ? null : close(open, null, false);
      await open;
      if (!isClosed(closed)) throw new Error('something else is wanted by now');
      gate = null;
      await player.next();
    },
    async unload() {
      gate = null;
      await player.unload();
    },
    seek: positionMs => player.seek(positionMs),
    dropAppended: () => player.dropAppended(),
    releaseDevice: () => player.releaseDevice(),
    setVolume: volume => player.setVolume(volume),
    setMuted: muted => player.setMuted(muted),
    async stop() {
      gate = null;
      await player.stop();
    },
    get version() {
      return player.version;
    },
  };
}
