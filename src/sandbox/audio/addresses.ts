import { randomBytes } from 'node:crypto';

/** The target of an audio address. */
export interface Lent {
  readonly pieceId: string;
  readonly durationS: number;
}

/** Short-lived, single-purpose audio addresses (specification, section 2, "audioUrl"). */
export interface AudioAddresses {
  /** Returns a new path with a query, to be requested byte for byte: its token contains raw `+`, `/` and `=`. */
  lend(piece: Lent, seconds: number): string;
  /** Null if the address has expired, or was never handed out in exactly these bytes. */
  find(path: string): Lent | null;
  expireAll(): void;
}

const LENT_MAX = 10_000;

export function createAudioAddresses(now: () => number): AudioAddresses {
  const lent = new Map<string, Lent & { readonly untilMs: number }>();

  function prune(): void {
    for (const [path, { untilMs }] of lent) if (untilMs <= now()) lent.delete(path);
    for (const path of lent.keys()) {
      if (lent.size < LENT_MAX) break;
      lent.delete(path);
    }
  }

  return {
    lend(piece, seconds) {
      if (lent.size >= LENT_MAX) prune();
      const path = `/access/${randomBytes(8).readBigUInt64BE().toString()}?version=5&token=${tokenOf()}`;
      lent.set(path, { ...piece, untilMs: now() + seconds * 1000 });
      return path;
    },
    find(path) {
      const found = lent.get(path);
      return found === undefined || found.untilMs <= now() ? null : found;
    },
    expireAll: () => lent.clear(),
  };
}

function tokenOf(): string {
  for (;;) {
    const token = randomBytes(64).toString('base64');
    if (token.includes('+') && token.includes('/') && token.endsWith('=')) return token;
  }
}
