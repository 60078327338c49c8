/** What `docs/control-api.md` says around the tables that are made from the schemas. */
import { LINK, PROOF } from './api-proof.js';

export const BEGINNING = `# The control API

Made from the schemas that check the calls, by \`npm run build && npm run control-api\`; \`rpc.discover\` answers the same
as an [OpenRPC](https://spec.open-rpc.org/) document. Every example on this page is run by a test.

JSON-RPC 2.0. Times are whole milliseconds and end in \`Ms\`: \`atMs nowMs createdMs lastSeenMs expiresAtMs\` are
moments of the epoch, the others lengths. Members that are not named here are ignored. There are no batches. \`params\` left out is \`{}\`; a list
is refused.

## Ways in

| | |
|---|---|
| \`ws://<speaker>:8710/control\` | WebSocket, one message a text frame (\`wss\` where TLS is set up) |
| \`POST http://<speaker>:8710/rpc\` | one call a request, \`Content-Type: application/json\`, \`Authorization: Bearer <token>\`; 401 without a token, 204 to a notification, 415 and 413 for what is no JSON or too long; pages of \`TONEARM_CONTROL_ORIGINS\` get CORS |
| \`control.sock\` in the runtime directory | on the speaker itself, for the agent's own user, root and, under the package's unit, the group \`tonearm\`: one message a line, no token needed, the session need not be opened |
| \`tonearm/client\` | a typed client for Node and browsers, which reconnects and catches up by itself |

Over plain http a host in the middle may change the remote's page and take the token that the browser keeps, and may put calls of its
own into any session. TLS helps (\`TONEARM_TLS=only\`, or programs that use it).

Speakers are found by DNS-SD as \`_tonearm._tcp\`. In a shell:

\`\`\`sh
tonearm ctl status
curl -H "Authorization: Bearer $TONEARM_CONTROL_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"player.playPause"}' http://speaker.local:8710/rpc
echo '{"jsonrpc":"2.0","id":1,"method":"state.get"}' | socat - UNIX-CONNECT:/run/tonearm/control.sock
\`\`\`

## A session

The server speaks first, \`server.hello\`. The client answers with \`session.open\` and a proof of its token within 10 s; before that
only \`session.open\` and \`access.claim\` are answered. A token comes from pairing the speaker, from an invitation
(\`access.invite\`, \`tonearm invite\`) or from \`TONEARM_CONTROL_TOKEN\`. When a token is revoked its sessions are closed
with 4401; so is a socket that showed three wrong ones by protocol 1. Under \`TONEARM_CONTROL_ACCESS=open\` none is needed for what a
guest may do.

\`state.subscribe\` answers the state, and from there on every change comes as \`state.changed\`, to the one who caused it
too. A change holds each changed top-level member whole. Revisions rise by one; a reply to a command carries the revision
that shows its effect. Who comes back asks with \`sinceRevision\` for what it missed.

The position is not told every second. It is \`positionMs + rate × (nowMs − atMs + time since receipt on your own clock)\`.

${PROOF}

## Owners and guests

An owner may do everything. A guest plays: he cannot see the account, admit, revoke or list anybody, or sign the speaker
out; each method says whom it is for, and what is not for a guest is \`forbidden\`. Whoever pairs the speaker is an owner, and
so are whoever signs in to its account again, \`TONEARM_CONTROL_TOKEN\`, programs on the speaker itself, and whoever was admitted before there were guests. An
invitation says which it is for. A guest's may have an end, counted from the claim: then his sessions close with 4401 and
his token is worthless. And it may have a ceiling: each volume that he sets is lowered to it. \`session.open\` answers what
a token is worth. The opened sessions of owners are told by \`access.changed\` who comes and goes, and when
the speaker has changed its account, or \`tonearm pair\` has paired it anew (\`listener\`).

Names of clients have 1 to 64 characters, none of them invisible; a second Anna is admitted as \`Anna 2\`. Whoever needs no token
under open access goes by the name that he gives himself, where none like it is admitted, else by one with a number.

## Sending a command again

Every command takes a \`commandId\`, any text of up to 128 characters. The same id from the same client within a minute is
answered with the first outcome, also after a reconnect, and is not done twice; while the first is still under way, it is
waited for. The same client is the same token; under the fixed token and under open access, the same \`client.name\` as
well.`;

export const ENDING = `## A client in another language, or of your own making

Any generator that reads OpenRPC makes a client of what \`rpc.discover\` answers. OpenRPC's own needs two mendings in
TypeScript. The names of methods have dots, which it writes bare into the members of a class: they are put in quotes. And
what it sends by name it checks by position: it is made to check by name.

\`\`\`sh
curl -H "Authorization: Bearer $TONEARM_CONTROL_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}' http://speaker.local:8710/rpc | jq .result > openrpc.json
npx @open-rpc/generator@1.22.3 generate -t client -l typescript -n tonearm -d ./openrpc.json -o .
sed -E -i -e 's/^  public ([a-z]+\\.[A-Za-z]+):/  public "\\1":/' \\
  -e 's/(validate\\(methodName, )params\\)/\\1_.zipObject(_.map(methodObject.params, "name"), params))/' \\
  client/typescript/src/index.ts
\`\`\`

Params are given in the order of the description, those that are needed first:

\`\`\`ts
import Tonearm from './client/typescript/src/index.js';

export async function nameOf(host: string, port: number, token: string): Promise<string> {
  const speaker = new Tonearm({ transport: { type: 'websocket', host, port, path: '/control' } });
  await speaker['session.open'](1, { name: 'Example' }, token);
  const { name } = await speaker['system.info']();
  speaker.rpc.close();
  return name;
}
\`\`\`

${LINK}`;
