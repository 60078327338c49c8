import type { Deed } from '../../state/deeds.js';
import { useLate } from '../../state/late.js';
import { useChanges, useSpeaker } from '../../state/speaker.js';

type Views = typeof import('./deed-line.js');

/** What was done last, and how it is told; null: nothing, or not yet. */
export function useDeed(): (Views & { readonly deed: Deed }) | null {
  const { deeds } = useSpeaker();
  useChanges(deeds);
  const { deed } = deeds;
  const views = useLate(() => import('./deed-line.js'), deed !== null);
  return deed === null || views === null ? null : { ...views, deed };
}
