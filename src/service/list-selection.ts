import type { Has } from './field-knowledge.js';

const ART = 'art { url(size: WIDTH_130) }';

/** What the specification shows of the entries of a list (section 2, "Entity fields"). */
const SHOWN: Readonly<Record<string, string>> = {
  ST: `... on Station { name ${ART} }`,
  SF: `... on StationFactory { name ${ART} }`,
  AL: `... on Album { name ${ART} }`,
  TR: `... on Track { name duration artist { name } ${ART} }`,
  AR: '... on Artist { name }',
};

function conditionOf(type: string, has: Has): string | undefined {
  switch (type) {
    case 'PE': {
      const art = has('PodcastEpisode', 'art') ? ART : '';
      return `... on PodcastEpisode { name duration releaseDate podcast { name } ${art} }`;
    }
    // The specification shows what a podcast is called, but not what its type is.
    case 'PC': {
      if (!has('Podcast', null)) return undefined;
      const fields = [has('Podcast', 'name') ? 'name' : '', has('Podcast', 'art') ? ART : '']
        .join(' ')
        .trim();
      return fields === '' ? undefined : `... on Podcast { ${fields} }`;
    }
    default:
      return Object.hasOwn(SHOWN, type) ? SHOWN[type] : undefined;
  }
}

/** Conditions on the types asked for and no others: one that no entry can meet makes a document invalid. */
export function conditions(types: readonly string[], has: Has): string {
  return [...new Set(types)].flatMap(type => conditionOf(type, has) ?? []).join(' ');
}

/** The selection of an entry of a list that holds these types. */
export function listed(types: readonly string[], has: Has): string {
  return `__typename id type ${conditions(types, has)}`;
}
