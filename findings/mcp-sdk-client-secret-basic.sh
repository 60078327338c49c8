#!/bin/sh
# The authorization server of the MCP SDK registers a client for HTTP Basic, and then does not read that header.
#
# Versions: @modelcontextprotocol/sdk 1.32.2, express 5.3.0, Node 20.
# A good guess: what the registration's answer says (RFC 7591: the registered value) is how the client shows its secret; and
# a server that gives out secrets takes Basic (RFC 6749, section 2.3.1).
# What happens: `token_endpoint_auth_method` is answered as it was asked, `client_secret_basic`; at the token endpoint the
# header counts for nothing. Without an id in the body it is `invalid_request`, with one `invalid_client`. Only the
# metadata are true: `client_secret_post` and `none`.
# What follows: a client looks at the metadata, not at its own registration, and tries the body where the header fails.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2 express@5.3.0 >/dev/null
cat >ask.mjs <<'JS'
import express from 'express';
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';

const clients = new Map();
const provider = {
  clientsStore: {
    getClient: id => clients.get(id),
    registerClient: client => (clients.set(client.client_id, client), client),
  },
  exchangeRefreshToken: async () => ({ access_token: 'another', token_type: 'bearer' }),
};
const app = express();
const http = app.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${http.address().port}`;
  app.use(mcpAuthRouter({ provider, issuerUrl: new URL(url) }));
  const metadata = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json();
  console.log('metadata:', metadata.token_endpoint_auth_methods_supported.join(', '));
  const registered = await fetch(`${url}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: ['http://127.0.0.1/back'],
      token_endpoint_auth_method: 'client_secret_basic',
    }),
  });
  const { client_id, client_secret, token_endpoint_auth_method } = await registered.json();
  console.log('registered:', token_endpoint_auth_method);
  const ask = async (headers, more) => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'kept', ...more });
    const answer = await fetch(`${url}/token`, { method: 'POST', headers, body });
    return `${answer.status} ${(await answer.json()).error ?? 'tokens'}`;
  };
  const shown = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const basic = { authorization: `Basic ${shown}` };
  console.log('in the header:', await ask(basic, {}));
  console.log('in the header, the id in the body, too:', await ask(basic, { client_id }));
  console.log('in the body:', await ask({}, { client_id, client_secret }));
  http.close();
});
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
metadata: client_secret_post, none
registered: client_secret_basic
in the header: 400 invalid_request
in the header, the id in the body, too: 400 invalid_client
in the body: 200 tokens
TEXT
diff expected seen
