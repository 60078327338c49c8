import { CAUSE } from '../../contract/command.js';
import { PUBLIC_ITEM, PUBLIC_STATE } from '../../contract/public-state.js';
import type { Schema } from '../../contract/shape.js';
import {
  FEEDBACK_ITEM,
  FEEDBACK_PAGE,
  LIBRARY_ITEM,
  LIBRARY_PAGE,
  PROFILE,
  RECENT_ITEM,
} from '../../contract/library.js';
import {
  ACCESS_CHANGE,
  ADMITTED_CLIENT,
  CATCH_UP,
  CHANGE,
  CHANGED_MEMBERS,
  CLAIMED,
  DONE,
  HELLO,
  OPENED,
  SNAPSHOT,
  SPEAKER,
  STATE_CHANGE,
} from '../../contract/protocol.js';
import { SYSTEM_INFO } from '../../contract/unread-results.js';

/**
 * Schemas that the documents show by name. Larger ones come first, so that they are shown in terms of the smaller ones.
 */
const NAMED: Readonly<Record<string, Schema>> = {
  State: PUBLIC_STATE,
  Item: PUBLIC_ITEM,
  ChangedMembers: CHANGED_MEMBERS,
  Change: CHANGE,
  Snapshot: SNAPSHOT,
  CatchUp: CATCH_UP,
  StateChange: STATE_CHANGE,
  Cause: CAUSE,
  Done: DONE,
  Hello: HELLO,
  LibraryItem: LIBRARY_ITEM,
  LibraryPage: LIBRARY_PAGE,
  FeedbackItem: FEEDBACK_ITEM,
  FeedbackPage: FEEDBACK_PAGE,
  Profile: PROFILE,
  RecentItem: RECENT_ITEM,
  Opened: OPENED,
  Claimed: CLAIMED,
  AdmittedClient: ADMITTED_CLIENT,
  AccessChange: ACCESS_CHANGE,
  SpeakerInfo: SYSTEM_INFO,
  Speaker: SPEAKER,
};

const names = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

/** Returns a schema as JSON in which every named schema is a reference to `#/components/schemas/…`. */
export function toReferences(schema: object): object {
  return refer(JSON.parse(JSON.stringify(schema))) as object;
}

/** Returns `components.schemas` of the document. */
export function toNamedSchemas(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => {
      const members = Object.entries(JSON.parse(JSON.stringify(schema)) as object);
      return [
        name,
        { title: name, ...Object.fromEntries(members.map(([key, value]) => [key, refer(value)])) },
      ];
    }),
  );
}

/** Compares schemas by content, because the schema library copies those that it marks as optional. */
function refer(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = names.get(JSON.stringify(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map(refer);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member)]));
}
