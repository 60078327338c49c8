import type { TSchema } from 'typebox';
import {
  catchUp,
  cause,
  change,
  changedMembers,
  clientEntry,
  feedbackItem,
  feedbackPage,
  hello,
  libraryItem,
  libraryPage,
  profile,
  publicItem,
  publicState,
  revision,
  snapshot,
  stateChange,
  systemInfo,
} from './schemas.js';

/** What the documents call by a name of its own; the larger first, so that each is shown in terms of the smaller. */
const NAMED: Readonly<Record<string, TSchema>> = {
  State: publicState,
  Item: publicItem,
  ChangedMembers: changedMembers,
  Change: change,
  Snapshot: snapshot,
  CatchUp: catchUp,
  StateChange: stateChange,
  Cause: cause,
  Done: revision,
  Hello: hello,
  LibraryItem: libraryItem,
  LibraryPage: libraryPage,
  FeedbackItem: feedbackItem,
  FeedbackPage: feedbackPage,
  Profile: profile,
  AdmittedClient: clientEntry,
  SpeakerInfo: systemInfo,
};

const names = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

/** A schema as JSON, in which every one that has a name is a reference to `#/components/schemas/…`. */
export function toReferences(schema: object): object {
  return refer(JSON.parse(JSON.stringify(schema))) as object;
}

/** `components.schemas` of the document. */
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

/** By content: the library of the schemas copies what it marks as optional. */
function refer(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = names.get(JSON.stringify(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map(refer);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member)]));
}
