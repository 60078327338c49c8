import type { Has } from './field-knowledge.js';

/** Fields that the specification shows for the item types; always requested. */
const SHOWN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    TrackItem: ['audioUrl', 'interactions', 'index', 'trackToken', 'progressFrequency', 'feedbackValue'],
    PodcastEpisodeItem: ['index', 'progressFrequency', 'feedbackValue'],
  }),
);

/** Fields needed to play, or step over, an item; all that is asked of an item whose type is known only by name. */
const SOUNDING = ['audioUrl', 'interactions', 'index', 'trackToken', 'progressFrequency', 'fileGain'];

/** Fields beyond the specification that the live service is known to have; requested until refused. */
const BEYOND: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    TrackItem: ['fileGain'],
    PodcastEpisodeItem: ['audioUrl', 'interactions', 'trackToken', 'fileGain'],
    AudioAdItem: [...SOUNDING, 'feedbackValue'],
    ArtistMessageItem: SOUNDING,
    VoiceTrackItem: SOUNDING,
    CustomTrackItem: SOUNDING,
    IdleTimeoutItem: ['interactions', 'errorHeader', 'errorDescription'],
    SimStreamViolationItem: ['interactions', 'errorHeader', 'errorDescription'],
  }),
);

/** The specification shows only small sizes by name; a name that it does not show may refuse the whole document. */
const ART = 'art { url(width: 500, height: 500) }';

/**
 * Returns the selection of a playback item (specification, section 2, "Playback items"), with all fields beyond the
 * specification that the service is not known to lack.
 */
export function itemSelection(has: Has): string {
  const optional = (type: string, field: string, text = field) => (has(type, field) ? text : '');
  const track = [
    'name duration artist { name }',
    ART,
    optional('Track', 'id'),
    optional('Track', 'album', 'album { name }'),
  ];
  const episode = ['name duration releaseDate podcast { name }', optional('PodcastEpisode', 'art', ART)];
  const contents: ReadonlyMap<string, string> = new Map(
    Object.entries({
      TrackItem: `track { ${track.join(' ')} }`,
      PodcastEpisodeItem: `podcastEpisode { ${episode.join(' ')} }`,
    }),
  );
  const isNew = (type: string) => !BEYOND.has(type);
  const ofNewKinds = (has.kinds ?? []).filter(isNew).map(type => [type, SOUNDING] as const);
  const variants = [...BEYOND, ...ofNewKinds].map(([type, fields]) => {
    const content = contents.get(type);
    const shown = SHOWN.get(type);
    if (shown === undefined && !has(type, null)) return '';
    const selected = [
      ...(shown ?? []),
      ...fields.filter(field => has(type, field)),
      ...(content === undefined ? [] : [content]),
    ];
    return selected.length === 0 ? '' : `... on ${type} { ${selected.join(' ')} }`;
  });
  return ['__typename', ...variants].join(' ');
}
