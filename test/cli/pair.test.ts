import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { callByHttp } from '../rigs/control/rpc.js';
import { PROGRAM } from '../rigs/program.js';
import { startTestbed, type Testbed, TESTBED_TOKEN, whyNoPlayer } from '../rigs/cli/testbed.js';

const skip = whyNoPlayer();

/** `tonearm pair` with its input open; the address that it prints. */
async function begin({ environment }: Testbed) {
  const child = spawn(process.execPath, [PROGRAM, 'pair'], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stderr = text(child.stderr);
  const printed: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const address = new Promise<string>((resolve, reject) => {
    lines.on('line', line => {
      printed.push(line);
      if (line.startsWith('http')) resolve(line);
    });
    child.once('exit', code => reject(new Error(`ended with ${String(code)}`)));
  });
  return {
    address: await address,
    type: (line: string) => child.stdin.write(`${line}\n`),
    close: () => child.stdin.end(),
    ended: once(child, 'close').then(async ([code]) => ({
      code: code as number,
      stdout: printed.join('\n'),
      stderr: await stderr,
    })),
  };
}

t.test('The shell pairs first, anew and with another account, and keeps phones', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full' });
  const { sandbox, url } = testbed;
  const [ada, bob] = sandbox.listeners;
  const first = await begin(testbed);
  const ended = await sandbox.consent(first.address, ada === undefined ? {} : { listenerId: ada.id });
  const { pathname, search } = new URL(ended);
  const page = await fetch(`${url}${pathname}${search}`);
  t.match([page.status, await page.text()], [200, /into the terminal/], 'the browser says to copy it');
  first.type('what?');
  first.type('http://speaker.local/pair/callback?code=a&state=b');
  first.type(`  ${ended}`);
  t.match(await first.ended, {
    code: 0,
    stdout: new RegExp(
      `now paired with the account of ${ada?.displayName ?? ''}\\.\nTo invite a phone.*tonearm invite`,
    ),
    stderr: /belongs to another sign-in/,
  });
  const health = async () => (await fetch(`${url}/healthz`)).json();
  t.match(await health(), { pairing: 'paired' });
  const call = async (method: string) => (await callByHttp(url, TESTBED_TOKEN, method)).result;
  t.match(await call('access.list'), { clients: [] }, 'no browser is admitted');

  const again = await begin(testbed);
  again.type(await sandbox.consent(again.address, ada === undefined ? {} : { listenerId: ada.id }));
  t.match(await again.ended, { code: 0, stdout: /is still paired with the account of/ });
  const other = await begin(testbed);
  other.type(await sandbox.consent(other.address, bob === undefined ? {} : { listenerId: bob.id }));
  t.match(await other.ended, { code: 0, stdout: /is now paired with the account of/ });
  t.match(await call('state.get'), { state: { account: { id: bob?.id } } });
  t.match(testbed.log(), /"listener":"other","right":"shell","by":"tonearm pair"/);
});

t.test('A failed sign-in ends the pairing command and changes nothing', { skip }, async t => {
  const testbed = await startTestbed(t);
  const { sandbox } = testbed;
  const closed = await begin(testbed);
  closed.close();
  t.match(await closed.ended, { code: 1, stderr: /no address was entered: nothing has changed/ });
  const denied = await begin(testbed);
  denied.type(await sandbox.consent(denied.address, { deny: true }));
  t.match(await denied.ended, { code: 1, stderr: /was not paired: .*access was denied/ });
  t.match(await testbed.run(['pair', '--now']), { code: 64 });
  await testbed.stopAgent();
  t.match(await testbed.run(['pair']), { code: 1, stderr: /is not running\n→ start it/ });
});
