/**
 * The schema of exactly what the specification shows (sections 2 and 4); a test compares the two. Names of enum, input
 * and wrapper types are not in the specification: clients must write such values inline. A feedback's target shows only
 * `id`; its other fields depend on its type.
 */
export const CORE_SCHEMA = /* GraphQL */ `
  type Query {
    collection(types: [CollectedType!], pagination: SortedPagination): EntityList
    search(types: [FoundType!], query: String!, pagination: Pagination): EntityList
    feedbacks(pagination: Pagination, filter: FeedbackFilter): FeedbackList
    recentFavorites(pagination: Pagination): EntityList
    topArtists(pagination: Pagination): EntityList
    profile: Profile
    playback: PlaybackQuery!
  }

  type Mutation {
    playback: PlaybackMutation!
  }

  type PlaybackQuery {
    current(deviceUuid: String!, sourceId: String): PlaybackItem
  }

  type PlaybackMutation {
    setSource(deviceUuid: String!, sourceId: String!): PlaybackSource
    setProgress(deviceUuid: String!, sourceId: String!, index: Int!, elapsedTime: Int!): MutationStatus
  }

  enum CollectedType { ST AL }
  enum FoundType { SF ST AR }
  enum SortBy { ADDED_TIME }
  enum SortOrder { DESC }
  enum ArtSize { WIDTH_90 WIDTH_130 }
  enum FeedbackTargetType { TR }
  enum FeedbackContextType { ST }
  enum FeedbackValue { UP }

  input Pagination { limit: Int, offset: Int, cursor: String }
  input SortedPagination { limit: Int, offset: Int, cursor: String, sortBy: SortBy, sortOrder: SortOrder }
  input FeedbackFilter {
    targetTypes: [FeedbackTargetType!]
    sourceContextTypes: [FeedbackContextType!]
    values: [FeedbackValue!]
  }

  type EntityList { items: [Entity!], cursor: String }
  type FeedbackList { items: [FeedbackItem!], cursor: String }
  type FeedbackItem { target: Identified, sourceContext: Identified }

  interface Identified { id: String! }
  interface Entity implements Identified { id: String!, type: String! }

  type Art { url(size: ArtSize, width: Int, height: Int): String }

  type Station implements Entity & Identified { id: String!, type: String!, name: String, art: Art }
  type StationFactory implements Entity & Identified { id: String!, type: String!, name: String, art: Art }
  type Album implements Entity & Identified { id: String!, type: String!, name: String, art: Art }
  type Artist implements Entity & Identified { id: String!, type: String!, name: String }
  type Track implements Entity & Identified {
    id: String!
    type: String!
    name: String
    duration: Int
    artist: Artist
    art: Art
  }
  type PodcastEpisode implements Entity & Identified {
    id: String!
    type: String!
    name: String
    duration: Int
    releaseDate: String
    podcast: Podcast
  }
  type Podcast { name: String, summary: String, totalEpisodeCount: Int }

  type Profile {
    id: String!
    fullname: String
    displayName: String
    bio: String
    imageUrl: String
    private: Boolean
    followers: FollowerList
    following: FollowingList
  }
  type FollowerList { items: [Follower!] }
  type FollowingList { items: [Followed!] }
  type Follower { fullname: String }
  type Followed { fullname: String, isBeingFollowed: Boolean }

  type PlaybackSource { id: String, type: String, current: PlaybackItem }
  type MutationStatus { status: String, current: PlaybackItem }

  interface PlaybackItem { feedbackValue: String }
  type TrackItem implements PlaybackItem {
    feedbackValue: String
    audioUrl: String
    interactions: [String!]
    index: Int
    trackToken: String
    progressFrequency: Int
    track: Track
  }
  type PodcastEpisodeItem implements PlaybackItem {
    feedbackValue: String
    index: Int
    progressFrequency: Int
    podcastEpisode: PodcastEpisode
  }
`;
