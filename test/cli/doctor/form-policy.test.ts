import { createServer } from 'node:http';
import t from 'tap';
import { keepsFormsFrom } from '../../../src/cli/doctor/form-policy.js';
import { listen } from '../../rigs/cli/listen.js';
import { createPatient } from '../../rigs/cli/patient.js';

const HERE = 'http://kitchen.local:8710/pair/callback';

t.test('a policy keeps a form from leading back to the speaker, or lets it', async t => {
  for (const policy of [
    "form-action 'self'",
    "default-src 'self'; form-action 'none'",
    'form-action',
    'form-action https:',
  ])
    t.ok(keepsFormsFrom(policy, HERE), policy);
  for (const policy of [
    '',
    "default-src 'self'",
    'form-action *',
    "form-action 'self' http:",
    'form-action http://kitchen.local:8710',
  ])
    t.notOk(keepsFormsFrom(policy, HERE), policy);
});

t.test('doctor warns of a sign-in page that lets no form lead back', async t => {
  const patient = await createPatient(t);
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/oauth/v1/authorize') === true) {
      response.setHeader('content-security-policy', "form-action 'self'").end('<form></form>');
    } else response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
  });
  const url = `http://127.0.0.1:${await listen(t, server)}`;
  const lines = await patient.lines('account', {}, { TONEARM_AUTH_URL: url, TONEARM_REDIRECT_URI: HERE });
  t.match(
    lines.at(-1),
    /^warning account: the music service’s sign-in page lets no form lead back .* → sign in with Firefox/,
  );
});
