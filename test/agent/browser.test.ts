import t, { type Test } from 'tap';
import { isAt, isSounding, type Phone } from '../fakes/phones/phone.js';
import type { AgentProcess } from '../rigs/agent/process.js';
import { createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { launchLight, noBrowser } from '../rigs/remote/page.js';
import { createVisitor, type Visitor, withAccounts } from '../rigs/remote/visitor.js';

const skip = noPlayer || noBrowser;
const TOKEN = 'fixed-token-of-the-onlooker';
t.test('a phone pairs the speaker and controls it', { skip }, async t => {
  const rig = await createRig(t, { isRecorded: false, trackSeconds: 90 });
  const agent = await rig.start({ TONEARM_CONTROL_TOKEN: TOKEN });
  const onlooker = await rig.phone(agent, TOKEN, 'onlooker');
  // The service sends the phone back to the speaker's own name.
  const browser = await launchLight(['--host-resolver-rules=MAP *.local 127.0.0.1']);
  t.teardown(() => browser.close());
  const visitor = await createVisitor(browser, 'phone', { hasTouch: true, isMobile: true });
  await withAccounts({ visitors: [visitor], agent }, async () => {
    await pairAndControl(t, visitor, { agent, onlooker });
  });
  t.strictSame(visitor.complaints, []);
});

interface Surroundings {
  readonly agent: AgentProcess;
  readonly onlooker: Phone;
}

async function pairAndControl(t: Test, visitor: Visitor, { agent, onlooker }: Surroundings): Promise<void> {
  const { page } = visitor;
  const shoot = (name: string) => visitor.shoot(`agent-${name}`);
  await page.goto(agent.url);
  t.equal(new URL(page.url()).pathname, '/pair');
  await page.getByRole('heading', { name: 'Sign in on Küche & Bad' }).waitFor();
  await shoot('pair');
  await page.getByRole('button', { name: 'Sign in' }).tap();
  await page.waitForURL(/oauth\/v1\/authorize/);
  await shoot('consent');
  await page.getByRole('button', { name: 'Allow', exact: true }).tap();
  await page.getByRole('link', { name: 'Open the remote' }).waitFor();
  await shoot('paired');
  await page.getByRole('link', { name: 'Open the remote' }).tap();
  await onlooker.until('paired', ({ pairing }) => pairing === 'paired');
  await page.getByText('Nothing chosen yet.').waitFor();
  t.match(page.url(), /^http:\/\/[^/]+\.local:\d+\/$/, 'the token is out of sight');

  await page.getByRole('button', { name: 'Search' }).tap();
  const search = page.getByRole('searchbox');
  await search.fill('Lanterns');
  await search.press('Enter');
  const found = page.getByRole('button', { name: /Lanterns Radio/ }).first();
  await found.waitFor();
  await shoot('search');
  await found.tap();
  const first = await onlooker.until('sounding', isAt(0));
  await page.getByRole('button', { name: 'Playing' }).tap();
  const title = first.item?.title ?? '';
  await page.getByRole('heading', { name: title }).first().waitFor();
  await shoot('playing');

  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  t.equal(await button('Previous').count(), 0, 'the service has none');
  const thumbs = page.getByRole('button', { name: /^Thumb /, disabled: false });
  t.equal(await thumbs.count(), 0, 'nor takes it thumbs, though it may know one from earlier');
  await button('Pause').tap();
  await onlooker.until('paused', ({ silenceReason }) => silenceReason === 'paused');
  await button('Play').tap();
  await onlooker.until('sounding again', isSounding);
  await button('Next').tap();
  const second = await onlooker.until('the next item', isAt(1));
  await page
    .getByRole('heading', { name: second.item?.title ?? '' })
    .first()
    .waitFor();
  const volume = page.getByRole('slider', { name: /volume/i }).first();
  const louder = onlooker.state.volume + 5;
  await volume.fill(String(louder));
  await onlooker.until('louder', state => state.volume === louder);

  await page.reload();
  await page
    .getByRole('heading', { name: second.item?.title ?? '' })
    .first()
    .waitFor();
  await button('Mute').tap();
  await onlooker.until('muted', ({ muted }) => muted);
  await shoot('muted');
}
