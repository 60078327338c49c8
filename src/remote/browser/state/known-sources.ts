import type { PublicState } from '../../../contract/public-state.js';
import { useMemo, useState } from 'preact/hooks';
import { useAnswer } from './answer.js';
import type { Playable } from './choosing.js';
import { useIsUp, useSpeaker, useTold } from './speaker.js';
import { createStoredText } from './stored-text.js';

export interface ListedPreset {
  readonly number: number;
  readonly source: NonNullable<PublicState['source']>;
}

/** The sources that the speaker tells the names of. */
export interface KnownSources {
  readonly presets: readonly ListedPreset[];
  /** What plays, then what played, the latest first, then the rest; each once. */
  readonly sources: readonly Playable[];
}

/** How many played items are looked through for their sources. */
const LOOKED_AT = 100;

/** The largest page that the service allows. */
const PAGE = 50;

/** How many names this browser keeps. */
const NOTED = 20;

/**
 * The names of sources that were met here, one a line after its id: an alarm has the id alone, and the service tells
 * no name by it.
 */
function openNotes(): {
  readonly list: () => readonly Playable[];
  readonly note: (source: Playable) => void;
} {
  const text = createStoredText('tonearm.sources', () => localStorage);
  const lines = (): readonly string[] => (text.get() ?? '').split('\n').filter(Boolean);
  return {
    list: () => lines().map(line => ({ id: line.replace(/ .*/, ''), name: line.replace(/^\S+ /, '') })),
    note({ id, name }) {
      const others = lines().filter(line => !line.startsWith(`${id} `));
      if (name !== undefined) text.set([`${id} ${name}`, ...others].slice(0, NOTED).join('\n'));
    },
  };
}

/**
 * Asks for the presets and for what was played; both are empty until the answers are there. A source of `wanted` that is
 * not among them is looked for in the library, then among those that were met here. `meet` adds one that was found otherwise.
 */
export function useKnownSources(
  wanted: readonly string[],
): KnownSources & { readonly meet: (source: Playable) => void } {
  const { client } = useSpeaker();
  const online = useIsUp();
  const notes = useMemo(openNotes, []);
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
  const noted = notes.list().filter(({ id }) => wanted.includes(id));
  for (const source of [...told, ...(kept.value ?? []), ...noted])
    if (!byId.has(source.id)) byId.set(source.id, source);
  function meet(source: Playable): void {
    notes.note(source);
    setMet([source, ...met]);
  }
  return { presets, sources: [...byId.values()], meet };
}
