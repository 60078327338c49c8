/** What every item of the live service has, and what one that sounds has besides. */
const EVERY = 'feedbackValue: String, index: Int, sourceId: String, interactions: [String!]';
const SOUNDS = `${EVERY}, audioUrl: String, trackToken: String, progressFrequency: Int`;

/** What each report names. */
const REPORT = 'deviceUuid: String!, sourceId: String!, index: Int!, elapsedTime: Int!';

/**
 * The parts of the live service beyond the specification (service.md, profile `full`). `peek` is offered both as a
 * query and as a mutation, because no document states where it belongs.
 */
export const FULL_SCHEMA = /* GraphQL */ `
  extend enum CollectedType { TR AR PL PC PE }
  extend enum FoundType { AL TR PL PC PE }
  extend enum SortBy { MODIFIED_TIME NAME }
  extend enum SortOrder { ASC }
  extend enum FeedbackValue { DOWN }

  extend type Query { listenerTemplate(template: ListenerTemplateName!): ListenerTemplate }
  extend type Mutation { feedback: FeedbackMutation! }

  extend type PlaybackQuery {
    source(deviceUuid: String!): PlaybackSource
    peek(deviceUuid: String!, sourceId: String): PlaybackItem
  }

  extend type PlaybackMutation {
    setStarted(${REPORT}): MutationStatus
    pause(${REPORT}): MutationStatus
    setEnded(${REPORT}, reason: EndReason!): MutationStatus
    skip(${REPORT}): MutationStatus
    previous(${REPORT}): MutationStatus
    replay(${REPORT}, trackToken: String!): MutationStatus
    peek(deviceUuid: String!, sourceId: String): PlaybackItem
  }

  type FeedbackMutation {
    setFeedback(
      targetId: String!
      sourceContextId: String!
      value: FeedbackValue!
      trackToken: String
      deviceUuid: String
      elapsedTime: Int
    ): MutationStatus
    removeFeedback(
      targetId: String!
      sourceContextId: String!
      trackToken: String
      deviceUuid: String
    ): MutationStatus
  }

  enum EndReason { NORMAL ERROR }
  enum ListenerTemplateName { DEFAULT }
  type ListenerTemplate { collectionTypes: [String!], searchTypes: [String!] }

  extend type Album { artist: Artist }
  extend type Track { album: Album }
  extend type PodcastEpisode { art: Art }
  extend type Podcast implements Entity & Identified { id: String!, type: String!, art: Art }
  extend type PlaybackSource { name: String }

  extend interface PlaybackItem { index: Int, sourceId: String }
  extend type TrackItem { sourceId: String, fileGain: String }
  extend type PodcastEpisodeItem {
    sourceId: String
    audioUrl: String
    interactions: [String!]
    trackToken: String
    fileGain: String
  }
  type AudioAdItem implements PlaybackItem { ${SOUNDS}, fileGain: String }
  type ArtistMessageItem implements PlaybackItem { ${SOUNDS}, fileGain: String }
  type VoiceTrackItem implements PlaybackItem { ${SOUNDS}, fileGain: String }
  type CustomTrackItem implements PlaybackItem { ${SOUNDS}, fileGain: String }
  type NoveltyItem implements PlaybackItem { ${SOUNDS} }
  type IdleTimeoutItem implements PlaybackItem { ${EVERY}, errorHeader: String, errorDescription: String }
  type SimStreamViolationItem implements PlaybackItem { ${EVERY}, errorHeader: String, errorDescription: String }
`;
