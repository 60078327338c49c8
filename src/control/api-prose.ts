/** The text of `docs/control-api.md` around the tables, which are generated from the schemas. */
import { LINK, PROOF } from './api-proof.js';

export const BEGINNING = `# The control API

*For programmers: every method, shape, error and limit. [The tutorial](api-tutorial.md) is the place to begin.*

The API is JSON-RPC 2.0. This page is generated from the schemas that check the calls (\`npm run build && npm run control-api\`);
the method \`rpc.discover\` answers the same as an [OpenRPC](https://spec.open-rpc.org/) document. Every example on this page is run
by a test.

- All times are whole milliseconds, and their names end in \`Ms\`. \`atMs\`, \`nowMs\`, \`createdMs\`, \`lastSeenMs\`, \`playedAtMs\` and
  \`expiresAtMs\` are moments since the epoch; all others are lengths of time.
- Members that are not documented here are ignored.
- There are no batches. \`params\` is an object, never a list; if left out, it is \`{}\`.

## Ways in

| | |
|---|---|
| \`ws://<speaker>:8710/control\` | WebSocket, one message per text frame (\`wss\` over TLS) |
| \`POST http://<speaker>:8710/rpc\` | one call per request, with \`Content-Type: application/json\` and \`Authorization: Bearer <token>\`. Answers 401 without a token, 204 to a notification, 415 if it is not JSON, 413 if it is too long. Pages of \`TONEARM_CONTROL_ORIGINS\` get CORS |
| \`control.sock\` in the runtime directory | on the speaker itself, for the agent's user, root and, with the package, members of the group \`tonearm\`: one message per line, no token, no session to open |
| \`tonearm/client\` | a typed client for Node.js and browsers, which reconnects and catches up by itself |

Over plain HTTP, a host in the middle can change the remote's page and take the token that the browser keeps, and it can add calls to
any session. TLS prevents this (\`TONEARM_TLS=only\`, or programs that use TLS).

Speakers are found by DNS-SD as \`_tonearm._tcp\`. In a shell:

\`\`\`sh
tonearm ctl status
curl -H "Authorization: Bearer $TONEARM_CONTROL_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"player.playPause"}' http://speaker.local:8710/rpc
\`\`\`

On the speaker itself, without a token:

\`\`\`sh unit
echo '{"jsonrpc":"2.0","id":1,"method":"state.get"}' | socat - UNIX-CONNECT:/run/tonearm/control.sock
\`\`\`

## A session

The server speaks first, with \`server.hello\`. The client has 10 s to answer with \`session.open\` and a proof of its token; until then,
only \`session.open\` and \`access.claim\` are answered. A token comes from pairing the speaker, from an invitation
(\`access.invite\`, \`tonearm invite\`), or from \`TONEARM_CONTROL_TOKEN\`. When a token is revoked, its sessions are closed with
4401. As long as the agent runs, whoever proves that token afterwards is told \`why\` (\`revoked\`, \`expired\`, \`signedOut\`), and \`by\` whom, in the
data of the error. A socket that showed three wrong tokens by protocol 1 is closed with 4401, too. With \`TONEARM_CONTROL_ACCESS=open\`, no token is needed for what a
guest may do.

\`state.subscribe\` answers the whole state. From then on every change arrives as \`state.changed\`, also at the client that
caused it. A change holds each changed top-level member as a whole. Revisions rise by one, and the reply to a command carries the revision
that shows its effect. A client that returns asks for what it missed with \`sinceRevision\`.

The position is not sent every second. It is \`positionMs + rate × (nowMs − atMs + time since receipt on your own clock)\`.

\`volumeMax\` is the speaker’s own ceiling (\`TONEARM_VOLUME_MAX\`): no volume goes beyond it, whoever sets it. A guest may have a lower one.

\`upNext\` is what will most probably be played after the item, as soon as the speaker has it in hand: it asks nobody in order to show it. With
a service that can be asked what follows, that is some seconds into a track, and four minutes before the end of a longer one; with one of the
profile \`core\`, in the last second. It is null while nothing is known, and where only a listener goes on. What is played in the end may be another.

${PROOF}

## Owners and guests

An owner may do everything. A guest plays music, but cannot see the account, admit, list or remove anybody, or sign the speaker
out. Each method below says whom it is for; to a guest, the others answer \`forbidden\`.

Owners are: whoever pairs the speaker or signs in to its account again, \`TONEARM_CONTROL_TOKEN\`, programs on the
speaker itself, invited owners, and clients that were admitted before there were guests. An invitation says which role it gives. A guest's
may have an end, counted from the claim; then the guest's sessions close with 4401, and the token is worth nothing. It may also have a volume
ceiling, to which each volume that the guest sets is lowered. \`session.open\` answers what a token is worth. \`access.changed\` tells the sessions of
owners who comes and goes, and when the speaker has changed its account or was paired anew by \`tonearm pair\` (\`listener\`).

A client's name has 1 to 64 visible characters. A second Anna is admitted as \`Anna 2\`. Under open access, a client without a token goes by
the name it gives itself; if an admitted client has a name like it, a number is added.

## Sending a command again

Every command takes a \`commandId\`, any text of up to 128 characters. If the same client sends the same id again within a minute, even after
a reconnect, it is answered with the first outcome, and nothing is done twice. While the first one is still under way, the second waits for
it. The same client means the same token; with the fixed token or open access, also the same \`client.name\`.

## A command that comes too late

On a line that stalls, a command may arrive long after it was sent, when nobody wants it any more. Every command takes \`expiresAtMs\`, a moment by the
clock of the speaker, which every \`state.changed\` tells as \`nowMs\`. What arrives later than that is answered with -32602 and is not done.`;

export const ENDING = `## A client in another language

Any generator that reads OpenRPC can make a client from the answer of \`rpc.discover\`. The output of OpenRPC's own generator needs
two corrections in TypeScript, both made by the \`sed\` below: method names contain dots, so they must be quoted as members of a
class; and it checks by position what it sends by name.

\`\`\`sh
curl -H "Authorization: Bearer $TONEARM_CONTROL_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}' http://speaker.local:8710/rpc | jq .result > openrpc.json
npx @open-rpc/generator@1.22.3 generate -t client -l typescript -n tonearm -d ./openrpc.json -o .
sed -E -i -e 's/^  public ([a-z]+\\.[A-Za-z]+):/  public "\\1":/' \\
  -e 's/(validate\\(methodName, )params\\)/\\1_.zipObject(_.map(methodObject.params, "name"), params))/' \\
  client/typescript/src/index.ts
\`\`\`

Params are passed in the order of the description, required ones first:

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
