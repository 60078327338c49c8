import t from 'tap';
import { createLogger, describeError, withoutSecrets } from '../../src/lib/log.js';

function collect(level: 'info' | 'silent' = 'info'): {
  lines: string[];
  logger: ReturnType<typeof createLogger>;
} {
  const lines: string[] = [];
  return {
    lines,
    logger: createLogger({ level, format: 'json', destination: { write: line => lines.push(line) } }),
  };
}

t.test('lines are JSON with level and time, as many as the level asks for', async t => {
  const { lines, logger } = collect();
  logger.debug({}, 'unsaid');
  logger.info({ port: 8710 }, 'listening');
  t.equal(lines.length, 1);
  t.match(JSON.parse(lines[0] ?? ''), { level: 'info', time: /^\d{4}-/, port: 8710, msg: 'listening' });
  const silent = collect('silent');
  silent.logger.fatal({}, 'unsaid');
  t.same(silent.lines, []);
});

t.test('an error is its name, stable words, message and a short stack, causes included', async t => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', port: 1 });
  const error = Object.assign(
    new TypeError('GET http://api.test/graphql?access_token=s3cret failed', { cause }),
    {
      options: { headers: { authorization: 'Bearer s3cret' } },
      statusCode: 502,
      response: { body: 's3cret' },
    },
  );
  const { lines, logger } = collect();
  logger.error({ err: error }, 'a call failed');
  logger.error(error);
  for (const line of lines) t.notMatch(line, /s3cret/);
  const told = (JSON.parse(lines[0] ?? '') as { err: { stack: string } }).err;
  t.match(told, {
    name: 'TypeError',
    statusCode: 502,
    message: 'GET http://api.test/… failed',
    cause: { code: 'ECONNREFUSED' },
  });
  t.ok(told.stack.split('\n').length <= 6);
  t.notMatch(told.stack, /s3cret|failed/);
});

t.test('an error whose causes go round in a circle', async t => {
  const error = new Error('round');
  error.cause = error;
  t.ok(JSON.stringify(describeError(error)).length < 10_000);
  t.equal(describeError('a word'), 'a word');
  t.equal(describeError({ token: 's3cret' }), '[not an error]');
});

t.test('names that clients gave themselves stay as they are', async t => {
  const { lines, logger } = collect();
  const client = 'state=abc "http://a/b?c" \\';
  logger.info(
    { client, by: 'code=x', last: { client }, text: '"client":"state=abc"', url: 'http://a/b' },
    'x',
  );
  t.match(JSON.parse(lines[0] ?? ''), {
    client,
    by: 'code=x',
    last: { client },
    text: '"client":"state=[secret]"',
    url: 'http://a/…',
  });
});

t.test('the second net: members that bear secrets, addresses, tokens in texts', async t => {
  const { lines, logger } = collect();
  logger.info({ token: 's3cret', client: { clientSecret: 's3cret', refreshToken: 's3cret' } }, 'x');
  logger.info(
    { detail: 'http://cdn.test/a/s3cret.mp3?token=s3cret+/=&x=1' },
    'opening https://u:s3cret@cdn.test/s3cret',
  );
  logger.info({ detail: 'Authorization: Bearer s3cret-s3cret' }, 'grant refresh_token=s3cret refused');
  logger.info({ detail: 'back at http://kitchen.local:8710/#token=s3cret' }, 'x');
  // JSON writes such a control character as an escape, which ends in a letter.
  for (const control of ['\n', '\t', '\b', '\u0001', '\u001b[1m', '\u001b[0;31m']) {
    for (const secret of [
      'https://cdn.test/a/s3cret.mp3',
      'token=s3cret',
      'code=s3cret',
      'state=s3cret',
      'refresh_token=s3cret',
      'code_verifier=s3cret',
      'client_secret=s3cret',
      'Bearer s3cret-s3cret',
      'Basic s3cret-s3cret',
    ])
      logger.info({ detail: `a${control}${secret}`, deep: { list: [control + secret] } }, 'x');
  }
  t.equal(lines.length, 58);
  for (const line of lines) {
    t.notMatch(line, /s3cret/);
    t.doesNotThrow(() => void JSON.parse(line));
  }
  for (const plain of ['listening at http://[::]:8710/ now', 'exitcode=1 and exit_code=1', 'playstate=3'])
    t.equal(withoutSecrets(plain), plain);
});
