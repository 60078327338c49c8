#!/bin/sh
# simple-oauth2 forgets the refresh token when the server renews the access token alone.
#
# Versions: simple-oauth2 5.1.0, @badgateway/oauth2-client 3.3.1 as the neighbour, Node 20.
# A good guess: a server need not send a new refresh token (RFC 6749, section 6), and then the old one stays; so the token
# that `refresh` returns can be stored and refreshed again.
# What happens: its `refresh_token` is undefined. The next `refresh` asks with an empty one, which a server refuses;
# until then, an hour later, nothing is wrong. The neighbour keeps the old one.
# What follows: before the new token is stored, put the old refresh token back where there is none.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund simple-oauth2@5.1.0 @badgateway/oauth2-client@3.3.1 >/dev/null
cat >ask.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { OAuth2Client } from '@badgateway/oauth2-client';
import { AuthorizationCode } from 'simple-oauth2';

let asked;
const http = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  asked = JSON.stringify(new URLSearchParams(body).get('refresh_token'));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ access_token: 'renewed', token_type: 'bearer', expires_in: 3600 }));
});
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const server = `http://127.0.0.1:${http.address().port}`;

const client = new AuthorizationCode({ client: { id: 'speaker', secret: 's' }, auth: { tokenHost: server } });
let token = client.createToken({ access_token: 'first', refresh_token: 'kept', expires_in: 3600 });
for (const time of ['first', 'second']) {
  token = await token.refresh();
  console.log(`simple-oauth2, ${time}: asked with ${asked}, holds ${token.token.refresh_token}`);
}

const neighbour = new OAuth2Client({ server, clientId: 'speaker', clientSecret: 's', tokenEndpoint: '/token' });
let kept = { accessToken: 'first', refreshToken: 'kept', expiresAt: null };
for (const time of ['first', 'second']) {
  kept = await neighbour.refreshToken(kept);
  console.log(`oauth2-client, ${time}: asked with ${asked}, holds ${kept.refreshToken}`);
}
http.close();
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
simple-oauth2, first: asked with "kept", holds undefined
simple-oauth2, second: asked with "", holds undefined
oauth2-client, first: asked with "kept", holds kept
oauth2-client, second: asked with "kept", holds kept
TEXT
diff expected seen
