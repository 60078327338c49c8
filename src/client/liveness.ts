/** So long nothing may be heard before the speaker is asked for a sign of life, milliseconds. */
const QUIET_MS = 20_000;
/** The same while somebody looks: together with how long the sign may take, less than six seconds. */
const WATCHED_QUIET_MS = 2_500;
const SIGN_MS = 2_500;

/** Notices that a line stalls: nothing is closed then, and nothing comes. */
export interface Liveness {
  /** Something came. */
  heard(): void;
  /** From now on. */
  listen(): void;
  /** The speaker has been asked. */
  asked(): void;
  stop(): void;
}

export interface LivenessOptions {
  readonly steadyMs: () => number;
  readonly isWatched: () => boolean;
  /** Asks for a sign of life. */
  readonly ask: () => void;
  /** None came, so far; or one comes again. */
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

  /** Whoever is watched again is not waited for as long as before. */
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
