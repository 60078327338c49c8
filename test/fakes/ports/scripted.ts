import { type Abilities, CORE_ABILITIES } from '../../../src/core/vocabulary/abilities.js';
import { ServiceFault, type ServiceFaultCode } from '../../../src/contract/errors.js';
import type { Logger, Player } from '../../../src/contract/ports.js';
import type { CallOptions, PlaybackService } from '../../../src/contract/service-ports.js';
import { QUIET_ANNOUNCER } from './announcer.js';

export interface CallTo {
  readonly name: string;
  readonly params: unknown;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: unknown) => void;
}

export interface ScriptedService {
  readonly port: PlaybackService;
  /** Every call so far, oldest first. */
  readonly calls: readonly CallTo[];
  readonly names: readonly string[];
  /** The last call. */
  readonly last: CallTo;
  setAbilities(abilities: Abilities): void;
}

/** A service that answers when the test says so; a call that is given up fails as one whose answer is lost. */
export function createScriptedService(): ScriptedService {
  const calls: CallTo[] = [];
  const listeners: (() => void)[] = [];
  let abilities = CORE_ABILITIES;
  const listen = (name: string, params: unknown, signal?: AbortSignal): Promise<never> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        reject(lost());
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      calls.push({ name, params, signal, resolve: resolve as (value: unknown) => void, reject });
    });
  const reporting =
    (name: string) =>
    (params: unknown, { signal }: CallOptions) =>
      listen(name, params, signal);
  const asking =
    (name: string) =>
    ({ signal }: CallOptions) =>
      listen(name, null, signal);
  const port: PlaybackService = {
    current: asking('current'),
    source: asking('source'),
    peek: asking('peek'),
    setSource: reporting('setSource'),
    setProgress: reporting('setProgress'),
    setStarted: reporting('setStarted'),
    setPaused: reporting('setPaused'),
    setEnded: reporting('setEnded'),
    skip: reporting('skip'),
    previous: reporting('previous'),
    replay: reporting('replay'),
    setFeedback: reporting('setFeedback'),
    get abilities() {
      return abilities;
    },
    onAbilities: listener => void listeners.push(listener),
  };
  return {
    port,
    calls,
    get names() {
      return calls.map(({ name }) => name);
    },
    setAbilities(known) {
      abilities = known;
      for (const listener of listeners) listener();
    },
    get last() {
      const call = calls.at(-1);
      if (call === undefined) throw new Error('the service was not called');
      return call;
    },
  };
}

export interface ScriptedPlayer {
  readonly port: Player;
  readonly calls: readonly CallTo[];
  readonly names: readonly string[];
  /** Refuses every call from now on. */
  isBroken: boolean;
}

/** A player that does as it is told and says nothing by itself. */
export function createScriptedPlayer(): ScriptedPlayer {
  const calls: CallTo[] = [];
  const take = async (name: string, params: unknown = null): Promise<void> => {
    calls.push({ name, params, signal: undefined, resolve: () => undefined, reject: () => undefined });
    if (player.isBroken) throw new Error('broken');
  };
  const player: ScriptedPlayer = {
    isBroken: false,
    port: {
      start: () => take('start'),
      load: (request: unknown) => take('load', request),
      pause: () => take('pause'),
      resume: () => take('resume'),
      releaseDevice: () => take('releaseDevice'),
      seek: (positionMs: number) => take('seek', positionMs),
      next: () => take('next'),
      dropAppended: () => take('dropAppended'),
      unload: () => take('unload'),
      setVolume: (volume: number) => take('setVolume', volume),
      setMuted: (muted: boolean) => take('setMuted', muted),
      duck: (isDucked: boolean) => take('duck', isDucked),
      announcer: QUIET_ANNOUNCER,
      stop: () => take('stop'),
      version: null,
    },
    calls,
    get names() {
      return calls.map(({ name }) => name);
    },
  };
  return player;
}

function lost(): ServiceFault {
  return new ServiceFault('offline', 'No answer.', { answerLost: true });
}

export function refused(
  code: ServiceFaultCode = 'offline',
  details: { retryAfterMs?: number } = {},
): ServiceFault {
  return new ServiceFault(code, 'Refused.', {
    ...details,
    serviceCode: 'CODE',
    serviceMessage: 'words',
    httpStatus: 500,
  });
}

export interface ListeningLogger extends Logger {
  readonly lines: { readonly level: string; readonly details: object; readonly message: string }[];
}

export function createListeningLogger(): ListeningLogger {
  const lines: ListeningLogger['lines'] = [];
  const at = (level: string) => (details: object, message: string) =>
    void lines.push({ level, details, message });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
