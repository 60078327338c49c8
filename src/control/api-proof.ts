/** What `docs/control-api.md` says of proofs and links, with values to check one's own program by; a test reckons them anew. */

const DEVICE = '0b4f0b2e-9a5c-5d3e-8f00-1234567890ab';
const SERVER_NONCE = 'k3VbQ8xY1tRz6mNc0sWd7hPf2jLa9uGe';
const CLIENT_NONCE = 'Zr5TqW0yXc8UvM3nKb7LpE1dHs6JgF4a';
const CERTIFICATE = '5f1c0a9e3b7d2468ace013579bdf02468ace013579bdf02468ace013579bdf0a';

/** A try by an owner whose id is not known, over plain http. */
export const EXAMPLE_PROOF = {
  nonce: CLIENT_NONCE,
  proof: '7ou8IiNyykuFhUjaq-ogrOptH9lSBHpVYcIVFJLmTKE',
  answer: '3PgiDHNQIUj7N-4oRm6_JbiMllj1sQcOwrQVJtm4iro',
} as const;

/** A phone that follows a link. */
export const EXAMPLE_LINK = {
  link: '24gr77k0rRGdTSbMNW968wCwdVvHgQdLgT1CHvIyt0A',
  nonce: CLIENT_NONCE,
  proof: 'PtxwTzRza2QT6j-3w21ixkqCSGUY73LzP0pjifR1KG8',
  answerNonce: 'Nb8Vc3Xz5Lk1Jh7Gf9Ds2Ap4Oi6Uy0Tr',
  answer: '3Mlhe63amUz8exZnDRmO1zkY92N5XwFirPjOW4jmAXs',
} as const;

export const PROOF = `## The proof

By protocol 2 a client shows that it knows its control token, the speaker shows the same, and the token does not cross the
wire: whoever listens to it learns nothing that opens a session, whoever pretends to be the speaker neither. It is SCRAM-SHA-256
(RFC 5802, section 3; RFC 7677) with the token in place of the salted password. \`HMAC(key, text)\` is HMAC-SHA-256, texts and
tokens are taken as their ASCII bytes, \`+\` joins texts, and what is sent is base64url without padding.

\`\`\`
ClientKey   = HMAC(token, "Client Key")
StoredKey   = SHA-256(ClientKey)
ServerKey   = HMAC(token, "Server Key")
AuthMessage = "tonearm-2," + deviceUuid + "," + id + "," + server nonce + "," + client nonce + "," + binding
proof       = ClientKey XOR HMAC(StoredKey, AuthMessage)
answer      = HMAC(ServerKey, AuthMessage)
\`\`\`

1. \`server.hello\` brings \`deviceUuid\` and the server’s \`nonce\`. Leave where it is not 24 to 128 characters of base64url.
2. Choose a nonce of your own, of as many characters, anew for each try: 24 random bytes make 32 characters.
3. \`session.open\` with \`protocol\` 2, your \`nonce\`, your \`proof\`, and the \`id\` that was given to you with the token. Where you
   know none (\`TONEARM_CONTROL_TOKEN\` has none), leave it out: it is empty in the AuthMessage.
4. Compare the \`proof\` of the result with your answer. Where it is another one, or none, it is not your speaker: believe nothing
   that it said, send nothing more, leave. Do not show it the token instead, whatever it says of the protocols that it speaks.

The server’s nonce is good for one try on that socket, right or wrong; then connect anew. Twenty wrong proofs or tokens a
minute are too many. *binding* is \`-\`; over TLS it is the SHA-256 of the certificate (DER) that this very connection was
shown, in 64 lower-case hex digits, where you can see it: then no host in the middle can pass your proof on. Browsers
cannot see it. Over TLS the speaker takes either, over plain http \`-\` alone. Over plain http a host in the middle can still
pass a session on while it lasts. The proof itself teaches it nothing that opens another; but what is said in the session
bears no proof, so that it can put calls of its own in: in an owner’s it can have six digits made (\`access.invite\`) and be
admitted by them, or sign the speaker out. TLS and a proof that is bound keep it out.

The speaker keeps StoredKey and ServerKey, and no token. Under open access \`id\`, \`nonce\` and \`proof\` may all be left out.
Protocol 1 and \`POST /rpc\` show the token itself: on a network that you trust, or over TLS.

To check your own program by, with \`nonce\` of the hello \`${SERVER_NONCE}\`:

| | |
|---|---|
| token | \`pTz1q0Wf3cUO8n5yKx7aVd2sJbR6mHgLeI4tYuQvN9E\` |
| ClientKey | \`RTcVfGxngr7IoAr88Rv1xIcRc2S7Bx7HtVc5SUccblA\` |
| StoredKey | \`zFkEg0fbJFqoJ8iAOjXkACuYDIWUJnySpcWJbXPsaQ0\` |
| ServerKey | \`M0Y53xzbtul3Pd6pV-_k-qZPguJAES8Xh5YwKUU-TiE\` |

| AuthMessage | proof | answer |
|---|---|---|
| \`tonearm-2,${DEVICE},0d8f4c1e-7f0b-4a6b-9f53-2f0f6f3c9a11,${SERVER_NONCE},${CLIENT_NONCE},-\` | \`-uEfUcqN0GFdZRy2_BiP_C5sVzVdKbmnGj3jjNpNkCU\` | \`hHKZuXEK2tOtg7Z_lYmot_pl0awS1k32AbBR4nJDGu4\` |
| \`tonearm-2,${DEVICE},,${SERVER_NONCE},${CLIENT_NONCE},-\` | \`${EXAMPLE_PROOF.proof}\` | \`${EXAMPLE_PROOF.answer}\` |
| \`tonearm-2,${DEVICE},0d8f4c1e-7f0b-4a6b-9f53-2f0f6f3c9a11,${SERVER_NONCE},${CLIENT_NONCE},${CERTIFICATE}\` | \`6bPutlY5rT889C1OmJWCt7YoTGD1wUCFEh0ANgBgiHM\` | \`BUMHCXkrEG1hS9koMaJt7Q_vVKpUwfbMdYzI3E-58Ws\` |`;

export const LINK = `## A link that admits a phone

A link is \`<address>/#invite=<S>\`, such as \`http://speaker.local:8710/#invite=1X0XLAsaLPIbN8ELBHz1GA\`: any address of the
speaker, and a secret S of 22 characters. It stands in the fragment, which no browser sends to any server. Pairing hands over
a token in the same way, as \`/#token=<token>&id=<id>\`.

**To invite.** To a session that was opened by a proof, \`access.invite\` answers \`url\` and a \`nonce\`. Both ends make S of it, so
that it does not cross the wire:

\`\`\`
S = base64url of the first 16 bytes of HMAC(ServerKey, "invite," + nonce)
\`\`\`

A session of protocol 1, \`POST /rpc\` and \`control.sock\` are answered the whole \`link\`.

**To claim.** \`access.claim\` over the WebSocket with \`link\`, \`nonce\`, \`proof\` and \`name\`, before the session is opened. HMACs are
keyed by S, as its 22 ASCII characters; nonces, binding and what a nonce is good for are those of the proof.

\`\`\`
link   = SHA-256("tonearm-link," + S)
X      = deviceUuid + "," + server nonce + "," + client nonce + "," + binding
proof  = HMAC(S, "claim," + X)
answer = HMAC(S, "claimed," + X + "," + nonce of the result)
token  = HMAC(S, "token," + client nonce + "," + nonce of the result)
\`\`\`

The result’s \`proof\` is the answer; where it is not, leave, and keep no token. Else the token is yours, as the 43 characters of
its base64url, with the result’s \`id\`.

| | |
|---|---|
| ServerKey of whoever invites | \`M0Y53xzbtul3Pd6pV-_k-qZPguJAES8Xh5YwKUU-TiE\` |
| nonce of the invitation | \`Q2w7Er9Ty4Ui1Op6As8Df3Gh5Jk0Lz\` |
| S | \`1X0XLAsaLPIbN8ELBHz1GA\` |
| X | \`${DEVICE},${SERVER_NONCE},${CLIENT_NONCE},-\` |
| nonce of the result | \`${EXAMPLE_LINK.answerNonce}\` |
| link | \`${EXAMPLE_LINK.link}\` |
| proof | \`${EXAMPLE_LINK.proof}\` |
| answer | \`${EXAMPLE_LINK.answer}\` |
| token | \`SvVpA55OK8Cuk4KVpolJdBOc4oN3vLpD_Mco4iCMMZM\` |

**Six digits** are for people, and for networks that you trust: they cross the wire, and so does the token that they are worth, so
that whoever listens while they are used may use what they are worth, and whoever is in the middle of an owner’s session over
plain http may have them made. They are made only where they are asked for (\`digits\`),
save by protocol 1 and on the speaker itself. They admit one phone, for five minutes, and end after ten wrong guesses. S given as \`code\`
is taken, too, and then is no better.`;
