import type { Announcer } from '../../../src/contract/announcer-port.js';

export interface ModelAnnouncer {
  readonly port: Announcer;
  readonly isSpeaking: boolean;
  tick(ms: number): void;
}

const LENGTH_MS = 2_000;
/** One that speaks for longer than an alarm may be silent, with another of its kind. */
const LONG_MS = 12_000;

/** Sounds each announcement for two seconds, and each `sermon` for longer. */
export function createModelAnnouncer(): ModelAnnouncer {
  let spoken: { readonly id: string; leftMs: number; readonly over: () => void } | null = null;
  const end = () => {
    spoken?.over();
    spoken = null;
  };
  return {
    port: {
      take: () => Promise.resolve(LENGTH_MS),
      takeTones: () => LENGTH_MS,
      say: () => Promise.resolve(LENGTH_MS),
      begin: id =>
        new Promise(over => {
          end();
          spoken = { id, leftMs: id.startsWith('sermon') ? LONG_MS : LENGTH_MS, over };
        }),
      end: id => {
        if (spoken?.id === id) end();
      },
      stop: end,
    },
    get isSpeaking() {
      return spoken !== null;
    },
    tick(ms) {
      if (spoken === null) return;
      spoken.leftMs -= ms;
      if (spoken.leftMs <= 0) end();
    },
  };
}
