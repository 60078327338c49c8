import { pbkdf2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import t from 'tap';
import * as own from '../../src/contract/proof.js';
import { follow, keysOf, prove, secretOf } from '../fakes/phones/proof.js';

const page = readFileSync(new URL('../../../docs/control-api.md', import.meta.url), 'utf8');

/** The cells of the rows of the page that begin with this word. */
function rowOf(word: string): readonly string[] {
  const found = page.split('\n').find(line => line.startsWith(`| ${word} |`));
  return [...(found ?? '').matchAll(/`([^`]+)`/g)].map(([, cell = '']) => cell);
}

t.test('the example of RFC 7677, with its salted password in place of a token', async t => {
  const salted = pbkdf2Sync('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'), 4_096, 32, 'sha256');
  const nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
  const message =
    `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,` + `c=biws,r=${nonce}`;
  const toUrl = (text: string) => Buffer.from(text, 'base64').toString('base64url');
  t.equal(own.proofOf(salted, message), toUrl('dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ='));
  const answer = own.answerOf(own.serverKeyOf(salted), message);
  t.equal(answer, toUrl('6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4='));
});

t.test('the values that the page prints are what it says of them', async t => {
  const [token = ''] = rowOf('token');
  const { storedKey, serverKey } = own.keysOf(token);
  t.same([rowOf('StoredKey')[0], rowOf('ServerKey')[0]], [storedKey, serverKey]);
  t.same(keysOf(token), { storedKey, serverKey });
  const rows = page.split('\n').filter(line => line.startsWith('| `tonearm-2,'));
  t.equal(rows.length, 3);
  for (const row of rows) {
    const [message = '', proof, answer] = [...row.matchAll(/`([^`]+)`/g)].map(([, cell = '']) => cell);
    t.equal(own.proofOf(token, message), proof, message);
    t.equal(own.answerOf(own.serverKeyOf(token), message), answer, message);
    const [, deviceUuid = '', id = '', serverNonce = '', clientNonce = '', binding = ''] = message.split(',');
    t.equal(own.toAuthMessage(id, { deviceUuid, serverNonce, clientNonce, binding }), message);
    const again = prove(token, { deviceUuid, nonce: serverNonce }, { id, nonce: clientNonce, binding });
    t.match(again, { proof, answer }, 'by another program');
  }
});

t.test('The page’s values of a link match what it says of them', async t => {
  const [x = ''] = rowOf('X');
  const [deviceUuid = '', serverNonce = '', clientNonce = '', binding = ''] = x.split(',');
  const handshake = { deviceUuid, serverNonce, clientNonce, binding };
  const [inviting = ''] = rowOf('nonce of the invitation');
  const [answered = ''] = rowOf('nonce of the result');
  const [token = ''] = rowOf('token');
  const secret = own.secretOf(own.serverKeyOf(token), inviting);
  t.same([secret], rowOf('S'));
  t.equal(secretOf(token, inviting), secret);
  t.same([own.linkNameOf(secret)], rowOf('link'));
  t.same([own.claimProofOf(secret, handshake)], rowOf('proof'));
  t.same([own.claimAnswerOf(secret, handshake, answered)], rowOf('answer'));
  const worth = own.claimedTokenOf(secret, clientNonce, answered);
  t.equal(page.split(`| token | \`${worth}\` |`).length, 2);
  const again = follow(secret, { deviceUuid, nonce: serverNonce }, { nonce: clientNonce, binding });
  t.match(again.shown, { link: own.linkNameOf(secret), proof: own.claimProofOf(secret, handshake) });
  t.equal(again.tokenOf(answered), worth, 'by another program');
});

t.test('nonces are of base64url, never the same, and of a length', async t => {
  const made = Array.from({ length: 1_000 }, () => own.createNonce());
  t.equal(new Set(made).size, 1_000);
  t.ok(made.every(nonce => own.isNonce(nonce)));
  for (const wrong of [
    '',
    'a'.repeat(23),
    'a'.repeat(129),
    `${'a'.repeat(24)}=`,
    `${'a'.repeat(24)}\n`,
    'ä'.repeat(24),
  ])
    t.notOk(own.isNonce(wrong), JSON.stringify(wrong));
  for (const right of ['a'.repeat(24), 'Z'.repeat(128), '-_'.repeat(12)]) t.ok(own.isNonce(right));
});
