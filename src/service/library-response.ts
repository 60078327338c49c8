import type { Fields } from '../contract/shape.js';
import type { FeedbackItem, LibraryItem, LibraryPage, Profile } from '../contract/library.js';
import { toAddress, toFields, toId, toList, toText, typeOfId } from './fields.js';
import { toDurationMs } from './item-response.js';

/** Most items accepted; the service never sends more than 50 a page. */
const MOST_ITEMS = 500;
const LONGEST_PROSE = 4_000;

const NAMELESS: Readonly<Record<string, string>> = {
  ST: 'Station',
  SF: 'Station',
  AL: 'Album',
  TR: 'Track',
  AR: 'Artist',
  PL: 'Playlist',
  PC: 'Podcast',
  PE: 'Episode',
};

/** Parses a list of the listener's library (specification, section 2); entries without an id are left out. */
export function parseLibraryPage(value: unknown): LibraryPage {
  const { items, cursor } = toFields(value);
  return {
    items: toList(items)
      .slice(0, MOST_ITEMS)
      .flatMap(item => parseLibraryItem(item) ?? []),
    ...toCursor(cursor),
  };
}

function parseLibraryItem(value: unknown): LibraryItem | null {
  const fields = toFields(value);
  const id = toId(fields['id']);
  if (id === null) return null;
  const type = toText(fields['type'], 40) ?? typeOfId(id);
  return {
    id,
    type,
    name: toText(fields['name']) ?? (Object.hasOwn(NAMELESS, type) ? (NAMELESS[type] ?? type) : type),
    ...present({
      artist: toText(toFields(fields['artist'])['name']),
      album: toText(toFields(fields['album'])['name']),
      podcast: toText(toFields(fields['podcast'])['name']),
      artUrl: toAddress(toFields(fields['art'])['url']),
      durationMs: toDurationMs(fields['duration']),
      releaseDate: toText(fields['releaseDate'], 40),
    }),
  };
}

export function parseFeedbackPage(value: unknown): {
  readonly items: readonly FeedbackItem[];
  readonly cursor?: string;
} {
  const { items, cursor } = toFields(value);
  return {
    items: toList(items)
      .slice(0, MOST_ITEMS)
      .flatMap(item => parseFeedbackItem(toFields(item)) ?? []),
    ...toCursor(cursor),
  };
}

/** Parses the listener's profile; null if it has no id. */
export function parseProfile(value: unknown): Profile | null {
  const fields = toFields(value);
  const id = toId(fields['id']);
  if (id === null) return null;
  return {
    id,
    fullname: toText(fields['fullname']),
    displayName: toText(fields['displayName']) ?? '',
    bio: toText(fields['bio'], LONGEST_PROSE),
    imageUrl: toAddress(fields['imageUrl']),
    private: fields['private'] === true,
    followers: toPeople(fields['followers']).map(({ fullname }) => ({ fullname })),
    following: toPeople(fields['following']),
  };
}

function parseFeedbackItem(fields: Fields): FeedbackItem | null {
  const target = parseLibraryItem(fields['target']);
  if (target === null) return null;
  const context = toFields(fields['sourceContext']);
  const id = toId(context['id']);
  const name = toText(context['name']);
  const type = id === null ? '' : (toText(context['type'], 40) ?? typeOfId(id));
  return { target, sourceContext: id === null ? null : { id, type, ...(name !== null && { name }) } };
}

function toPeople(value: unknown): { readonly fullname: string; readonly isBeingFollowed: boolean }[] {
  return toList(toFields(value)['items'])
    .slice(0, MOST_ITEMS)
    .map(toFields)
    .flatMap(person => {
      const fullname = toText(person['fullname']);
      return fullname === null ? [] : { fullname, isBeingFollowed: person['isBeingFollowed'] === true };
    });
}

function toCursor(value: unknown): { readonly cursor?: string } {
  const cursor = toId(value);
  return cursor === null ? {} : { cursor };
}

/** Returns the members that are not null. */
function present<T extends object>(members: T): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as never;
}
