import type { PublicState } from '../../../contract/public-state.js';
import { useState } from 'preact/hooks';
import { useAnswer } from './answer.js';
import type { Playable } from './choosing.js';
import { useIsUp, useSpeaker, useTold } from './speaker.js';

type Source = NonNullable<PublicState['source']>;

export interface Preset {
  readonly number: number;
  readonly source: Source;
}

/** The sources that the speaker tells the names of. */
export interface KnownSources {
  readonly presets: readonly Preset[];
  /** What plays, then what played, the latest first, then the rest; each once. */
  readonly sources: readonly Playable[];
}

/** How many played items are looked through for their sources. */
const LOOKED_AT = 100;

/** The largest page that the service allows. */
const PAGE = 50;

/**
 * Asks for the presets and for what was played; both are empty until the answers are there. A source of `wanted` that is
 * not among them is looked for in the library. `meet` adds one that was found otherwise.
 */
export function useKnownSources(
  wanted: readonly string[],
): KnownSources & { readonly meet: (source: Playable) => void } {
  const { client } = useSpeaker();
  const online = useIsUp();
  const [met, setMet] = useState<readonly Playable[]>([]);
  const current = useTold(({ state }) => state?.source ?? null);
  const stored = useAnswer(() => client.call('preset.list', {}), online);
  const recent = useAnswer(() => client.call('library.recent', { limit: LOOKED_AT }), online);
  const presets = stored.value?.presets ?? [];
  const played = (recent.value?.items ?? []).map(({ source }) => source);
  const told = [...met, ...(current === null ? [] : [current]), ...played];
  const names = new Set([...told, ...presets.map(({ source }) => source)].map(({ id }) => id));
  const isMissed = stored.value !== null && recent.value !== null && wanted.some(id => !names.has(id));
  const kept = useAnswer(async () => {
    const [favorites, collected] = await Promise.all([
      client.call('library.recentFavorites', { limit: 20 }),
      client.call('library.collection', { types: ['ST', 'AL'], limit: PAGE }),
    ]);
    return [...favorites.items, ...collected.items].filter(({ id }) => wanted.includes(id));
  }, online && isMissed);
  const byId = new Map<string, Playable>();
  for (const source of [...told, ...(kept.value ?? [])])
    if (!byId.has(source.id)) byId.set(source.id, source);
  return { presets, sources: [...byId.values()], meet: source => setMet([source, ...met]) };
}
