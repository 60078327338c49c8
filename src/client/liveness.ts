/** After this much silence, in milliseconds, the speaker is asked for a sign of life. */
const QUIET_MS = 20_000;
/** The same while a person is watching: with `SIGN_MS` added, silence is noticed within six seconds. */
const WATCHED_QUIET_MS = 2_500;
const SIGN_MS = 2_500;

/** Detects a stalled line, on which nothing arrives although the connection is not closed. */
export interface Liveness {
  /** Records that a message arrived. */
  heard(): void;
  /** Starts watching. */
  listen(): void;
  /** Records that the speaker was asked for a sign of life. */
  asked(): void;
  stop(): void;
}

export interface LivenessOptions {
  readonly steadyMs: () => number;
  readonly isWatched: () => boolean;
  /** Asks the speaker for a sign of life. */
  readonly ask: () => void;
  /** Called with true when the sign is overdue, and with false when a message arrives again. */
  readonly onSilence: (isSilent: boolean) => void;
}

export function createLiveness({ steadyMs, isWatched, ask, onSilence }: LivenessOptions): Liveness {
  let heardMs = steadyMs();
  let isSilent = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let sign: ReturnType<typeof setTimeout> | undefined;

  const patience = (): number => (isWatched() ? WATCHED_QUIET_MS : QUIET_MS);

  function wait(ms: number): void {
    clearTimeout(quiet);
    quiet = setTimeout(look, ms);
  }

  /** Applies the current limit, which shrinks when a person starts to watch. */
  function look(): void {
    const leftMs = heardMs + patience() - steadyMs();
    if (leftMs > 0) {
      wait(leftMs);
      return;
    }
    wait(patience());
    ask();
  }

  function tell(next: boolean): void {
    isSilent = next;
    onSilence(next);
  }

  return {
    heard() {
      heardMs = steadyMs();
      clearTimeout(sign);
      sign = undefined;
      if (isSilent) tell(false);
    },
    listen: look,
    asked() {
      wait(patience());
      sign ??= setTimeout(() => tell(true), SIGN_MS);
    },
    stop() {
      clearTimeout(quiet);
      clearTimeout(sign);
    },
  };
}
