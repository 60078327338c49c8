/** What the listener owns and can find, as the service's lists hold it (specification, section 2). */

export interface Page {
  /** 1…50; the service's own limit may be lower. */
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
}

export interface LibraryItem {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly artist?: string;
  readonly album?: string;
  readonly podcast?: string;
  readonly artUrl?: string;
  readonly durationMs?: number;
  readonly releaseDate?: string;
}

export interface LibraryPage {
  readonly items: readonly LibraryItem[];
  readonly cursor?: string;
}

export interface FeedbackItem {
  readonly target: LibraryItem;
  readonly sourceContext: { readonly id: string; readonly type: string; readonly name?: string } | null;
}

export interface Profile {
  readonly id: string;
  readonly fullname: string | null;
  readonly displayName: string;
  readonly bio: string | null;
  readonly imageUrl: string | null;
  readonly private: boolean;
  readonly followers: readonly { readonly fullname: string }[];
  readonly following: readonly { readonly fullname: string; readonly isBeingFollowed: boolean }[];
}
