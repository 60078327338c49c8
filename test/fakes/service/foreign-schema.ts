/**
 * A service that knows the specification's names and no others, kept apart from the sandbox's own schema; a test compares
 * both with the specification. `!` where it hurts most, and lists without what they only may have.
 */
export const FOREIGN_SCHEMA = /* GraphQL */ `
  enum Kept { ST AL }
  enum Found { SF ST AR }
  enum Width { WIDTH_130 WIDTH_90 }
  enum Column { ADDED_TIME }
  enum Direction { DESC }
  enum Rated { TR }
  enum RatedOn { ST }
  enum Thumb { UP }
  input Page { limit: Int offset: Int cursor: String }
  input SortedPage { limit: Int offset: Int cursor: String sortBy: Column sortOrder: Direction }
  input Filter { targetTypes: [Rated!] sourceContextTypes: [RatedOn!] values: [Thumb!] }
  type Picture { url(size: Width, width: Int, height: Int): String }
  interface Listed { id: String! type: String! }
  type Station implements Listed & Context { id: String! type: String! name: String art: Picture }
  type StationFactory implements Listed { id: String! type: String! name: String art: Picture }
  type Album implements Listed { id: String! type: String! name: String art: Picture }
  type Artist implements Listed { id: String! type: String! name: String }
  type Track implements Listed & Target {
    id: String! type: String! name: String duration: Int artist: Artist art: Picture
  }
  type Show { name: String summary: String totalEpisodeCount: Int }
  type PodcastEpisode { name: String duration: Int releaseDate: String podcast: Show }
  interface Target { id: String! }
  interface Context { id: String! }
  type Feedback { target: Target sourceContext: Context }
  type List { items: [Listed] cursor: String }
  type ArtistList { items: [Artist] }
  type FeedbackList { items: [Feedback] }
  type Followed { fullname: String isBeingFollowed: Boolean }
  type Follower { fullname: String }
  type Followers { items: [Follower] }
  type Following { items: [Followed] }
  type Profile {
    id: String! fullname: String displayName: String bio: String imageUrl: String private: Boolean
    followers: Followers following: Following
  }
  interface PlaybackItem { feedbackValue: String }
  type TrackItem implements PlaybackItem {
    feedbackValue: String audioUrl: String interactions: [String!]! index: Int! trackToken: String!
    track: Track progressFrequency: Int
  }
  type PodcastEpisodeItem implements PlaybackItem {
    feedbackValue: String progressFrequency: Int podcastEpisode: PodcastEpisode index: Int!
  }
  type Source { id: String! type: String! current: PlaybackItem }
  type Progress { status: String! current: PlaybackItem }
  type Playback { current(deviceUuid: String!, sourceId: String): PlaybackItem }
  type PlaybackMutation {
    setSource(deviceUuid: String!, sourceId: String!): Source
    setProgress(deviceUuid: String!, sourceId: String!, index: Int!, elapsedTime: Int!): Progress
  }
  type Query {
    collection(types: [Kept!]!, pagination: SortedPage!): List
    search(types: [Found!]!, query: String!, pagination: Page): List
    feedbacks(pagination: Page, filter: Filter): FeedbackList
    recentFavorites(pagination: Page): List
    topArtists(pagination: Page!): ArtistList
    profile: Profile
    playback: Playback
  }
  type Mutation { playback: PlaybackMutation }
`;
