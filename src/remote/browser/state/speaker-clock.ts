import { useState } from 'preact/hooks';
import { useSpeaker } from './speaker.js';
import { useTick } from './tick.js';

const SECOND_MS = 1_000;

/** Returns the speaker's clock, epoch milliseconds, and renders the caller again each second. */
export function useSpeakerClock(): number {
  const { client } = useSpeaker();
  const [, setCount] = useState(0);
  useTick(SECOND_MS, () => setCount(count => count + 1));
  return client.speakerMs() ?? Date.now();
}
