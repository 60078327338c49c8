#!/bin/sh
# A token endpoint made of oauth2orize refuses a used code with 403, and a grant that it does not know with 501.
#
# Versions: oauth2orize 1.12.0, express 5.3.0, Node 20.
# A good guess: 400 with `invalid_grant` or `unsupported_grant_type` in JSON, as RFC 6749, section 5.2, has it.
# What happens: the words are right, the statuses are not; nor does it forbid caching of a refusal.
# What follows: a client that takes only a 400 for the end of a grant keeps a dead refresh token, and one that takes each 5xx
# for an outage asks for ever. The word in the body decides.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund oauth2orize@1.12.0 express@5.3.0 >/dev/null
cat >ask.mjs <<'JS'
import express from 'express';
import oauth2orize from 'oauth2orize';

const server = oauth2orize.createServer();
// The store has no such code.
server.exchange(oauth2orize.exchange.code((client, code, redirectUri, done) => done(null, false)));
const signedIn = (request, response, next) => {
  request.user = { id: 'speaker' };
  next();
};
const app = express();
app.post('/token', express.urlencoded(), signedIn, server.token(), server.errorHandler());
const http = app.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${http.address().port}/token`;
  for (const asked of [
    { grant_type: 'authorization_code', code: 'used', redirect_uri: 'http://127.0.0.1/back' },
    { grant_type: 'refresh_token', refresh_token: 'kept' },
    { grant_type: 'authorization_code' },
  ]) {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(asked) });
    console.log(answer.status, (await answer.json()).error, answer.headers.get('cache-control'));
  }
  http.close();
});
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
403 invalid_grant null
501 unsupported_grant_type null
400 invalid_request null
TEXT
diff expected seen
