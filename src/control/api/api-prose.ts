/** The text of `docs/control-api.md` around the tables, which are generated from the schemas. */
import { LINK, PROOF } from './api-proof.js';

export const BEGINNING = `# The control API

*For programmers: every method, shape, error and limit. Start with [the tutorial](api-tutorial.md).*

The API is JSON-RPC 2.0. This page is generated from the schemas that validate the calls (\`npm run build && npm run control-api\`);
the method \`rpc.discover\` returns the same as an [OpenRPC](https://spec.open-rpc.org/) document. A test runs every example on
this page.

- All times are integer milliseconds, and their names end in \`Ms\`. \`atMs\`, \`nowMs\`, \`createdMs\`, \`lastSeenMs\`, \`playedAtMs\` and
  \`expiresAtMs\` are timestamps since the Unix epoch; all others are durations.
- Members that are not documented here are ignored.
- Batches are not supported. \`params\` is an object, never an array, and defaults to \`{}\`.

## Endpoints

| | |
|---|---|
| \`ws://<speaker>:8710/control\` | WebSocket, one message per text frame (\`wss\` over TLS) |
| \`POST http://<speaker>:8710/rpc\` | one call per request, with \`Content-Type: application/json\` and \`Authorization: Bearer <token>\`. Returns 401 without a token, 204 for a notification, 415 if the body is not JSON, 413 if it is too large. Pages from \`TONEARM_CONTROL_ORIGINS\` get CORS headers |
| \`control.sock\` in the runtime directory | on the speaker itself, for the agent's user, root and, with the package, members of the group \`tonearm\`: one message per line; no token and no \`session.open\` needed |
| \`tonearm/client\` | a typed client for Node.js and browsers, which reconnects and catches up automatically |

Over plain HTTP, a machine in the middle can modify the remote's page, steal the token that the browser keeps, and inject calls into
any session. TLS prevents this (\`TONEARM_TLS=only\`, or programs that use TLS).

Speakers announce themselves by DNS-SD as \`_tonearm._tcp\`. In a shell:

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

The server sends the first message, \`server.hello\`. The client then has 10 s to send \`session.open\` with a proof of its token; until
the session is open, the server accepts only \`session.open\` and \`access.claim\`. A token comes from pairing the speaker, from an invitation
(\`access.invite\`, \`tonearm invite\`), or from \`TONEARM_CONTROL_TOKEN\`. When a token is revoked, its sessions are closed with
4401. Until the agent restarts, a client that proves a revoked token gets an error whose data says \`why\` (\`revoked\`, \`expired\`,
\`signedOut\`) and \`by\` whom. In protocol 1, three wrong tokens on a socket also close it with 4401. With
\`TONEARM_CONTROL_ACCESS=open\`, everything a guest may do works without a token.

\`state.subscribe\` returns the whole state. From then on, every change arrives as \`state.changed\`, including changes that the
client itself caused. A change contains each changed top-level member in full. Revisions increase by one, and the reply to a command carries
the revision that shows its effect. A client that reconnects fetches what it missed with \`sinceRevision\`.

There are no position updates every second. The position is \`positionMs + rate × (nowMs − atMs + time since receipt on your own clock)\`.

\`volumeMax\` is the speaker’s own volume limit (\`TONEARM_VOLUME_MAX\`), which applies to everyone. A guest may have a lower one.

\`upNext\` is what will most likely play after the current item. The speaker never makes a request just to show it. With a service that
can say what comes next, it appears some seconds into a track, or four minutes before the end of a longer one; with a service of profile
\`core\`, in the last second, or the last two where service and audio host are slow. It is null while nothing is known, and where playback continues only if a listener acts. What actually plays next may differ.

${PROOF}

## Owners and guests

An owner may do everything. A guest may play music, and sees the account’s name and id (\`state.account\`), collection, thumbs, favourites
and top artists, and what the speaker played. A guest cannot see the account’s profile, with its followers, cannot invite, list, rename or
remove clients, and cannot sign the speaker out. Each method below says which roles may call it; a guest who calls an owner’s method gets
\`forbidden\`.

The owners are: whoever pairs the speaker or signs in to its account again, \`TONEARM_CONTROL_TOKEN\`, programs on the
speaker itself, clients invited as owners, and clients admitted before guests existed. An invitation sets the role. A guest's access
may expire, counted from the claim; the guest's sessions are then closed with 4401, and the token stops working. It may also have a volume
limit, to which any volume the guest sets is lowered. \`session.open\` returns what a token allows. \`access.changed\` notifies the sessions of
owners when clients are admitted or removed, and when the speaker changes its account or is paired again with \`tonearm pair\` (\`listener\`).

A client's name has 1 to 64 visible characters. A second Anna is admitted as \`Anna 2\`. With open access, a client without a token uses
the name it gives itself, with a number added if an admitted client has a similar one.

## Retrying a command

Every command takes a \`commandId\`, any string of up to 128 characters. If the same client sends the same id again within a minute, even after
a reconnect, it gets the first result, and the command is not executed twice. If the first call is still in progress, the second waits for
it. The same client means the same token; with the fixed token or open access, also the same \`client.name\`.

## Command deadlines

On a stalled connection, a command may arrive long after it was sent, when nobody wants it any more. Every command therefore takes a
deadline, \`expiresAtMs\`, by the speaker’s clock, which every \`state.changed\` gives as \`nowMs\`. A command that arrives after its deadline is
refused with -32602 and not executed.`;

export const ENDING = `## A client in another language

Any OpenRPC generator can create a client from the result of \`rpc.discover\`. The TypeScript output of OpenRPC's own generator needs
two fixes, which the \`sed\` below applies: method names contain dots, so they must be quoted as class members; and it validates
by position the params that it sends by name.

\`\`\`sh
curl -H "Authorization: Bearer $TONEARM_CONTROL_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}' http://speaker.local:8710/rpc | jq .result > openrpc.json
npx @open-rpc/generator@1.22.3 generate -t client -l typescript -n tonearm -d ./openrpc.json -o .
sed -E -i -e 's/^  public ([a-z]+\\.[A-Za-z]+):/  public "\\1":/' \\
  -e 's/(validate\\(methodName, )params\\)/\\1_.zipObject(_.map(methodObject.params, "name"), params))/' \\
  client/typescript/src/index.ts
\`\`\`

Pass the params in the order of the description, required ones first:

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
