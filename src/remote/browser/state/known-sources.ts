import type { PublicState } from '../../../contract/public-state.js';
import { useAnswer } from './answer.js';
import { useIsUp, useSpeaker, useTold } from './speaker.js';

type Source = NonNullable<PublicState['source']>;

export interface Preset {
  readonly number: number;
  readonly source: Source;
}

/** The sources that the speaker tells the names of. */
export interface KnownSources {
  readonly presets: readonly Preset[];
  /** What plays, then what played, the latest first; each once. */
  readonly sources: readonly Source[];
}

/** How many played items are looked through for their sources. */
const LOOKED_AT = 100;

/** Asks for the presets and for what was played; both are empty until the answers are there. */
export function useKnownSources(): KnownSources {
  const { client } = useSpeaker();
  const online = useIsUp();
  const current = useTold(({ state }) => state?.source ?? null);
  const stored = useAnswer(() => client.call('preset.list', {}), online);
  const recent = useAnswer(() => client.call('library.recent', { limit: LOOKED_AT }), online);
  const played = (recent.value?.items ?? []).map(({ source }) => source);
  const byId = new Map<string, Source>();
  for (const source of [...(current === null ? [] : [current]), ...played])
    if (!byId.has(source.id)) byId.set(source.id, source);
  return { presets: stored.value?.presets ?? [], sources: [...byId.values()] };
}
