import t from 'tap';
import { skip as noPlayer } from '../rigs/agent/rig.js';
import { openHome } from '../rigs/remote/home.js';
import { noBrowser } from '../rigs/remote/page.js';

const skip = noPlayer || noBrowser;

t.test('the service ended the pairing: an owner’s remote connects another account', { skip }, async t => {
  const home = await openHome(t);
  const { agent, rig, onlooker } = home;
  const [, bob] = rig.sandbox.listeners;
  const visitor = await home.visit('phone');
  const { page } = visitor;
  await page.goto(agent.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('link', { name: 'Open the remote' }).click();
  await page.getByText('Nothing chosen yet.').waitFor();

  rig.sandbox.revokeTokens();
  await onlooker.ask('library.profile');
  // Whoever goes back and presses again brings the same invitation: only five may be open.
  const codes: (string | null)[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/pair/code')) codes.push(request.postData());
  });
  for (let presses = 1; presses <= 7; presses += 1) {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('All phones keep their access').waitFor();
    await page.goBack();
  }
  t.equal(codes.length, 7);
  t.match([...new Set(codes)], [/^code=[\w-]{22}$/]);
  t.equal(new Set(codes).size, 1);
  t.notMatch(visitor.received.join(), codes[0]?.slice('code='.length), 'it is made at both ends');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('All phones keep their access').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel(bob?.displayName ?? '').check();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText(`signed in as ${bob?.displayName ?? ''}`).waitFor();
  await onlooker.until('Bob’s', ({ account }) => account?.id === bob?.id);
  await page.getByRole('link', { name: 'Open the remote' }).click();
  await page.getByText('Nothing chosen yet.').waitFor();
  t.match(onlooker.state, { pairing: 'paired', account: { id: bob?.id } });
  t.equal(await page.evaluate("sessionStorage.getItem('tonearm.invite.own')"), null, 'the code is spent');
  t.strictSame(
    visitor.complaints.filter(complaint => /Content Security Policy/i.test(complaint)),
    [],
    'the policy of each page lets its own forms go',
  );
});
