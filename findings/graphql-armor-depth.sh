#!/bin/sh
# A query that is too deep for graphql-armor is answered like a good one.
#
# Versions: @escape.tech/graphql-armor 3.2.0, graphql-yoga 5.24.1, graphql 16.15.0, Node 20.
# A good guess: HTTP 400 with an error code, beside the other errors of validation.
# What happens: HTTP 200; the only error is called a syntax error, and has neither a code nor a location. An unknown field
# in the same document is not told of, and each inline fragment counts as a level of its own.
# What follows: a client can tell such a refusal by its words alone.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @escape.tech/graphql-armor@3.2.0 graphql-yoga@5.24.1 graphql@16.15.0 >/dev/null
cat >ask.mjs <<'JS'
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { createSchema, createYoga } from 'graphql-yoga';

const typeDefs = `
  interface Node { id: ID }
  type Song implements Node { id: ID, album: Album }
  type Album { name: String }
  type Query { node: Node }`;
const yoga = createYoga({
  schema: createSchema({ typeDefs }),
  logging: false,
  plugins: [EnvelopArmorPlugin({ maxDepth: { n: 3 } })],
});
const ask = async query => {
  const response = await yoga.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  console.log(response.status, JSON.stringify(await response.json()));
};
await ask('{ node { id } }');
await ask('{ node { ... on Song { album { name } } } }');
await ask('{ node { ... on Song { album { name unknown } } } }');
JS
node ask.mjs >seen 2>/dev/null
cat seen
cat >expected <<'TEXT'
200 {"data":{"node":null}}
200 {"errors":[{"message":"Syntax Error: Query depth limit of 3 exceeded, found 4."}]}
200 {"errors":[{"message":"Syntax Error: Query depth limit of 3 exceeded, found 4."}]}
TEXT
diff expected seen
