import { createContext } from 'preact';

/** Something that can be played, stored under a number, or set as what an alarm plays. */
export interface Playable {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Takes what is pressed in the lists below; null where a press plays it. */
export const Choosing = createContext<((chosen: Playable) => void) | null>(null);
