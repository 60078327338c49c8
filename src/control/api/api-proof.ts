/**
 * The text of `docs/control-api.md` about proofs and links, with example values to check a program by; a test
 * recomputes them.
 */

const DEVICE = '0b4f0b2e-9a5c-5d3e-8f00-1234567890ab';
const SERVER_NONCE = 'k3VbQ8xY1tRz6mNc0sWd7hPf2jLa9uGe';
const CLIENT_NONCE = 'Zr5TqW0yXc8UvM3nKb7LpE1dHs6JgF4a';
const CERTIFICATE = '5f1c0a9e3b7d2468ace013579bdf02468ace013579bdf02468ace013579bdf0a';

/** An attempt by an owner with an unknown id, over plain http. */
export const EXAMPLE_PROOF = {
  nonce: CLIENT_NONCE,
  proof: '7ou8IiNyykuFhUjaq-ogrOptH9lSBHpVYcIVFJLmTKE',
  answer: '3PgiDHNQIUj7N-4oRm6_JbiMllj1sQcOwrQVJtm4iro',
} as const;

/** A claim by link. */
export const EXAMPLE_LINK = {
  link: '24gr77k0rRGdTSbMNW968wCwdVvHgQdLgT1CHvIyt0A',
  nonce: CLIENT_NONCE,
  proof: 'PtxwTzRza2QT6j-3w21ixkqCSGUY73LzP0pjifR1KG8',
  answerNonce: 'Nb8Vc3Xz5Lk1Jh7Gf9Ds2Ap4Oi6Uy0Tr',
  answer: '3Mlhe63amUz8exZnDRmO1zkY92N5XwFirPjOW4jmAXs',
} as const;

export const PROOF = `## The proof

In protocol 2, the client and the speaker each prove that they know the control token, without sending it. Neither an eavesdropper
nor an impostor of the speaker learns anything that opens a session. The exchange is
SCRAM-SHA-256 (RFC 5802, section 3; RFC 7677) with the token in place of the salted password. \`HMAC(key, text)\` is HMAC-SHA-256. Strings and
tokens are used as their ASCII bytes, \`+\` concatenates, and everything sent is base64url without padding.

\`\`\`
ClientKey   = HMAC(token, "Client Key")
StoredKey   = SHA-256(ClientKey)
ServerKey   = HMAC(token, "Server Key")
AuthMessage = "tonearm-2," + deviceUuid + "," + id + "," + server nonce + "," + client nonce + "," + binding
proof       = ClientKey XOR HMAC(StoredKey, AuthMessage)
answer      = HMAC(ServerKey, AuthMessage)
\`\`\`

1. Read \`deviceUuid\` and the server’s \`nonce\` from \`server.hello\`. If the nonce is not 24 to 128 characters of base64url, disconnect.
2. Choose a nonce of the same form, a new one for each attempt: 24 random bytes give 32 characters.
3. Send \`session.open\` with \`protocol\` 2, your \`nonce\`, your \`proof\`, and the \`id\` that you received with the token. If you
   have no id (\`TONEARM_CONTROL_TOKEN\` has none), leave it out and use an empty string in the AuthMessage.
4. Compare the \`proof\` in the result with your answer. If it differs or is missing, this is not your speaker: trust nothing
   that it sent, send nothing more, and disconnect. Never fall back to sending it the token, whatever protocols it claims to support.

The server’s nonce is good for one attempt on that socket, right or wrong; after that, reconnect. Twenty wrong proofs or tokens per
minute reach the limit.

*binding* is \`-\`. Over TLS, it is the SHA-256 of the certificate (DER) that this connection presented, as 64 lower-case hex
digits, if you can read it; then no machine in the middle can relay your proof. Browsers cannot read it. The speaker accepts
either over TLS, and only \`-\` over plain HTTP.

Over plain HTTP, a machine in the middle can still relay a session while it lasts. The proof does not let it open another
one. But the messages of the session are not authenticated, so it can inject calls of its own: in an owner’s session, it can create six digits
(\`access.invite\`) and be admitted with them, or sign the speaker out. TLS with a bound proof prevents this.

The speaker stores StoredKey and ServerKey, but no token. With open access, \`id\`, \`nonce\` and \`proof\` may all be left out.
Protocol 1 and \`POST /rpc\` send the token itself: use them only on a network that you trust, or over TLS.

To test your own program, use these values with the hello’s \`nonce\` \`${SERVER_NONCE}\`:

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

A link has the form \`<address>/#invite=<S>\`, such as \`http://speaker.local:8710/#invite=1X0XLAsaLPIbN8ELBHz1GA\`: any address of the
speaker, and a secret S of 22 characters. S is in the fragment, which browsers send to no server. Pairing hands over a token
in the same way, as \`/#token=<token>&id=<id>\`.

**To invite.** In a session opened with a proof, \`access.invite\` returns \`url\` and a \`nonce\`. Both ends compute S, so
that it is never sent:

\`\`\`
S = base64url of the first 16 bytes of HMAC(ServerKey, "invite," + nonce)
\`\`\`

A session of protocol 1, \`POST /rpc\` and \`control.sock\` get the whole \`link\`.

**To claim.** Before opening the session, call \`access.claim\` over the WebSocket with \`link\`, \`nonce\`, \`proof\` and \`name\`. The key
of the HMACs is S, as its 22 ASCII characters. Nonces and binding are as for the proof.

\`\`\`
link   = SHA-256("tonearm-link," + S)
X      = deviceUuid + "," + server nonce + "," + client nonce + "," + binding
proof  = HMAC(S, "claim," + X)
answer = HMAC(S, "claimed," + X + "," + nonce of the result)
token  = HMAC(S, "token," + client nonce + "," + nonce of the result)
\`\`\`

If the result’s \`proof\` is not your answer, disconnect and discard the token. Otherwise keep the token, as the 43 characters of
its base64url, together with the result’s \`id\`.

| | |
|---|---|
| ServerKey of the inviter | \`M0Y53xzbtul3Pd6pV-_k-qZPguJAES8Xh5YwKUU-TiE\` |
| nonce of the invitation | \`Q2w7Er9Ty4Ui1Op6As8Df3Gh5Jk0Lz\` |
| S | \`1X0XLAsaLPIbN8ELBHz1GA\` |
| X | \`${DEVICE},${SERVER_NONCE},${CLIENT_NONCE},-\` |
| nonce of the result | \`${EXAMPLE_LINK.answerNonce}\` |
| link | \`${EXAMPLE_LINK.link}\` |
| proof | \`${EXAMPLE_LINK.proof}\` |
| answer | \`${EXAMPLE_LINK.answer}\` |
| token | \`SvVpA55OK8Cuk4KVpolJdBOc4oN3vLpD_Mco4iCMMZM\` |

**Six digits** are for people, and for networks that you trust. They are sent over the network, and so is the token that they are
exchanged for: an eavesdropper can use them too, and a machine in the middle of an owner’s session over plain HTTP can have
them created. They are created only on request (\`digits\`), except in protocol 1 and on the speaker itself. They admit one phone,
are valid for five minutes, and stop working after ten wrong guesses. S is also accepted as \`code\`, but is then no safer than digits.`;
