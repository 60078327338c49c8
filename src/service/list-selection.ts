import type { Has } from './field-knowledge.js';

const ART = 'art { url(size: WIDTH_130) }';

/** Fields that the specification shows for list entries (section 2, "Entity fields"). */
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
    // The specification shows a podcast's name, but not the name of its GraphQL type.
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

/** Returns inline fragments for these types only: a fragment that no entry can match makes a document invalid. */
export function conditions(types: readonly string[], has: Has): string {
  return [...new Set(types)].flatMap(type => conditionOf(type, has) ?? []).join(' ');
}

/** Returns the selection for the entries of a list of these types. */
export function listed(types: readonly string[], has: Has): string {
  return `__typename id type ${conditions(types, has)}`;
}
