#!/bin/sh
# When the user says no, express-oauth-server tells the browser where to go, but with 400, so the browser stays.
#
# Versions: @node-oauth/express-oauth-server 4.2.0 with @node-oauth/oauth2-server 5.3.0, express 5.3.0, Node 20.
# A good guess: `access_denied` goes back to the client by a redirect, as the code does (RFC 6749, section 4.1.2.1).
# What happens: a code is a 302. A denial, and a scope that is not given out, have the right Location with `error` and `state`,
# but the status 400 and a body in JSON: no browser follows it, and neither does fetch. Who waits at the loopback address hears
# nothing, until it gives up.
# What follows: a player's login needs a deadline, and a button that ends it; a test server needs the status set right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @node-oauth/express-oauth-server@4.2.0 @node-oauth/oauth2-server@5.3.0 \
  express@5.3.0 >/dev/null
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import OAuthServer from '@node-oauth/express-oauth-server';
import express from 'express';

let called = 'nobody';
const player = createServer((request, response) => {
  called = Object.fromEntries(new URL(request.url, 'http://a').searchParams).error ?? 'a code';
  response.end('done');
}).listen(0, '127.0.0.1');
await once(player, 'listening');
const back = `http://127.0.0.1:${player.address().port}/back`;

const oauth = new OAuthServer({
  model: {
    getClient: async id => ({ id, grants: ['authorization_code'], redirectUris: [back] }),
    saveAuthorizationCode: async (code, client, user) => ({ ...code, client, user }),
    validateScope: async (user, client, scope) => (scope.includes('admin') ? false : scope),
    getAccessToken: async () => null,
    getAuthorizationCode: async () => null,
    revokeAuthorizationCode: async () => true,
    saveToken: async () => null,
  },
});
const app = express();
app.get('/authorize', oauth.authorize({ authenticateHandler: { handle: () => ({ id: 1 }) } }));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');

const ask = { response_type: 'code', client_id: 'player', redirect_uri: back, state: 'x', scope: 'music' };
for (const [name, change] of Object.entries({ allowed: {}, denied: { allowed: 'false' }, 'no such scope': { scope: 'admin' } })) {
  const address = `http://127.0.0.1:${server.address().port}/authorize?${new URLSearchParams({ ...ask, ...change })}`;
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  const told = new URL(headers.get('location')).searchParams;
  called = 'nobody';
  await (await fetch(address)).text();
  console.log(`${name}: ${status}, Location with ${told.get('error') ?? 'a code'}; the player hears: ${called}`);
}
process.exit();
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
allowed: 302, Location with a code; the player hears: a code
denied: 400, Location with access_denied; the player hears: nobody
no such scope: 400, Location with invalid_scope; the player hears: nobody
TEXT
diff expected seen
