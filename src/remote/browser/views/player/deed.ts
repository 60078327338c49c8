import type { Deed } from '../../state/deeds.js';
import { useLate } from '../../state/late.js';
import { useChanges, useSpeaker } from '../../state/speaker.js';

type Views = typeof import('./deed-line.js');

/** Returns the last action and its views; null if there is none or the views are not loaded yet. */
export function useDeed(): (Views & { readonly deed: Deed }) | null {
  const { deeds } = useSpeaker();
  useChanges(deeds);
  const { deed } = deeds;
  const views = useLate(() => import('./deed-line.js'), deed !== null);
  return deed === null || views === null ? null : { ...views, deed };
}
