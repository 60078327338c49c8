/** The speakers of a house: which there are, what this one does, and the way to another. */
import { test } from 'tap';
import { type FakeSpeaker, fail } from '../fakes/speaker/server.js';
import { findingsOf } from '../rigs/remote/axe.js';
import { noBrowser as skip, resize } from '../rigs/remote/page.js';
import { openWindow, startSpeaker, visit } from '../rigs/remote/visit.js';

const addressOf = ({ port }: FakeSpeaker): string => `http://127.0.0.1:${port}`;

void test('the header opens them: what plays here, pause and volume; one touch changes over', {
  skip,
}, async t => {
  const [kitchen, bath] = await Promise.all([startSpeaker(t), startSpeaker(t)]);
  bath.hello = { ...bath.hello, deviceUuid: 'bath', name: 'Bath' };
  const room = (id: string, name: string, url: string, more: object = {}): object => ({
    ...{ id, name, url, self: false, paired: true },
    ...more,
  });
  kitchen.answer('speakers.list', () => ({
    speakers: [
      room('fake-speaker', 'Kitchen', addressOf(kitchen), { self: true }),
      room('bath', 'Bath', addressOf(bath)),
      room('a', '<i>Attic</i>', 'http://192.0.2.7:8710', { paired: false }),
      room('b', 'Hall', 'http://192.0.2.8:8710'),
      room('c', 'HALL', 'http://192.0.2.9:8710'),
      room('d', 'No page', 'javascript:alert(1)'),
    ],
  }));
  const { page, complaints } = await visit(t, kitchen);
  const opener = page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Kitchen' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Speakers' });
  await dialog.getByText('Slow Tide, The Lanterns').waitFor();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await kitchen.next('player.pause');
  await dialog.getByRole('slider', { name: 'Volume' }).press('ArrowRight');
  t.same((await kitchen.next('player.setVolume')).params, { volume: kitchen.state.volume + 1 });
  await dialog.getByRole('link', { name: 'Bath' }).waitFor();
  t.same(await dialog.getByRole('link').locator('.name').allTextContents(), [
    'Bath',
    '<i>Attic</i>',
    'Hall',
    'HALL',
  ]);
  await dialog.getByRole('link', { name: 'Attic' }).getByText('Not signed in yet').waitFor();
  t.same(await dialog.locator('[dir="ltr"]').allTextContents(), ['192.0.2.8:8710', '192.0.2.9:8710']);
  t.strictSame(await findingsOf(page), []);
  for (const [width, height] of [
    [844, 390],
    [683, 325],
    [568, 320],
    [320, 568],
  ] as const) {
    await resize(page, width, height);
    const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
    const first = await dialog.getByRole('link').first().boundingBox();
    const seen = `in sight at ${width} × ${height}`;
    t.ok(close !== null && close.y + close.height <= height, `the way out is ${seen}`);
    t.ok(close && first && first.y + first.height <= close.y, `another speaker is ${seen}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });

  t.comment('the keyboard is where it was, and the way back closes it');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('h1 button:focus').waitFor();
  await opener.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  t.equal(await page.getByRole('region', { name: 'Now playing' }).count(), 1);

  t.comment('one that does not know this phone says so on its own page, and how one is let in');
  await opener.click();
  await dialog.getByRole('link', { name: 'Bath' }).click();
  await page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
  t.equal(page.url(), `${addressOf(bath)}/`);
  t.equal(await page.getByRole('banner').getByRole('button').count(), 0, 'and nothing of the house');
  await page.goto(`${addressOf(bath)}/#token=good-token`);
  await page.getByRole('heading', { name: 'Slow Tide' }).waitFor();
  await page.goto(`${addressOf(kitchen)}/`);
  await opener.click();
  await dialog.getByRole('link', { name: 'Bath' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bath' }).waitFor();
  await page.getByRole('region', { name: 'Now playing' }).waitFor();
  t.same(complaints, []);
});

void test('another speaker is opened at the kind of address that this page has', { skip }, async t => {
  const [kitchen, bath] = await Promise.all([startSpeaker(t), startSpeaker(t)]);
  bath.hello = { ...bath.hello, deviceUuid: 'bath', name: 'Bath' };
  const bathName = `http://bath.local:${bath.port}`;
  const more = { self: false, paired: true };
  kitchen.answer('speakers.list', () => ({
    speakers: [
      { id: 'bath', name: 'Bath', url: addressOf(bath), otherUrls: [bathName], ...more },
      { id: 'old', name: 'Old', url: 'http://192.0.2.7:8710', ...more },
      { id: 'odd', name: 'Odd', url: 'http://192.0.2.8:8710', otherUrls: ['javascript:alert(1)'], ...more },
    ],
  }));
  for (const isNamed of [true, false]) {
    const [here, there] = isNamed
      ? [`http://kitchen.local:${kitchen.port}`, bathName]
      : [addressOf(kitchen), addressOf(bath)];
    const page = await openWindow(t, { locale: 'en-GB' });
    t.comment('let in at both, as a browser that has paired both');
    await page.goto(`${there}/#token=good-token`);
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.goto(`${here}/#token=good-token`);
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Kitchen' }).click();
    const links = page.getByRole('dialog', { name: 'Speakers' }).getByRole('link');
    await links.first().waitFor();
    t.same(await Promise.all((await links.all()).map(link => link.getAttribute('href'))), [
      `${there}/`,
      'http://192.0.2.7:8710/',
      'http://192.0.2.8:8710/',
    ]);
    await links.first().click();
    await page.getByRole('banner').getByRole('button', { name: 'Bath' }).waitFor();
    await page.getByRole('region', { name: 'Now playing' }).waitFor();
    t.equal(new URL(page.url()).origin, there);
    await page.context().close();
  }
});

void test('An unknown phone gets the speaker’s other addresses', {
  skip,
}, async t => {
  const bath = await startSpeaker(t);
  const name = `http://bath.local:${bath.port}`;
  bath.hello = {
    ...bath.hello,
    name: 'Bath',
    urls: [name, addressOf(bath), 'javascript:alert(1)', 'https://evil.example'],
  };
  const page = await openWindow(t, { locale: 'en-GB' });
  await page.goto(`${name}/#token=good-token`);
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.goto(addressOf(bath));
  await page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
  const question = await page.getByText('Did you use another address of this speaker before?').boundingBox();
  const digits = await page.getByLabel('Six digits').boundingBox();
  t.ok(question !== null && digits !== null && question.y > digits.y + digits.height, 'below the digits');
  const links = page.locator('.elsewhere a');
  t.same(await links.allTextContents(), [`bath.local:${bath.port}`]);
  const box = await links.boundingBox();
  t.ok(box !== null && box.height >= 44, 'large enough for a finger');
  t.strictSame(await findingsOf(page), []);
  await links.click();
  await page.getByRole('region', { name: 'Now playing' }).waitFor();
  t.equal(new URL(page.url()).origin, name);
});

void test('Back from another leads to this one, and out of the list to where the keyboard was', {
  skip,
}, async t => {
  const [kitchen, bath] = await Promise.all([startSpeaker(t), startSpeaker(t)]);
  const other = { id: 'x', name: 'Bath', self: false, paired: true };
  kitchen.answer('speakers.list', () => ({
    speakers: [
      { ...other, url: addressOf(bath) },
      { ...other, id: 'y', url: 'http://[fe80::1%25eth0]:8710' },
    ],
  }));
  const { page, complaints } = await visit(t, kitchen);
  const opener = page.getByRole('banner').getByRole('button', { name: 'Kitchen' });
  const dialog = page.getByRole('dialog', { name: 'Speakers' });
  await opener.click();
  await dialog.getByRole('link', { name: 'Bath' }).waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('h1 button:focus').waitFor();
  const before = await page.evaluate<number>('history.length');
  await opener.click();
  await dialog.getByRole('link', { name: 'Bath' }).click();
  await page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
  t.equal(await page.evaluate('history.length'), before, 'the list is no place on the way back');
  await page.goBack();
  await page.getByRole('banner').getByRole('button', { name: 'Kitchen' }).waitFor();
  t.equal(await dialog.count(), 0);
  t.same(complaints, []);
});

void test('alone in the network, slow to answer, and no answer at all', { skip }, async t => {
  const speaker = await startSpeaker(t);
  let release = (): void => undefined;
  speaker.answer('speakers.list', async () => {
    await new Promise<void>(resolve => (release = resolve));
    return fail(1003, 'rateLimited', 'Too much.');
  });
  const { page, complaints } = await visit(t, speaker);
  await page.getByRole('banner').getByRole('button', { name: 'Kitchen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Speakers' });
  await dialog.getByText('Looking for other speakers…').waitFor();
  t.equal(await dialog.getByRole('button', { name: 'Pause' }).count(), 1, 'this one does not wait for them');
  release();
  await dialog.getByText('Too many requests.').waitFor();
  speaker.answer('speakers.list', () => ({ speakers: [] }));
  await dialog.getByRole('button', { name: 'Look again' }).click();
  await dialog.getByText('No other speakers were found on this network.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  t.same(complaints, []);
});

void test('a list that does not arrive is closed again, by its button and by the name', { skip }, async t => {
  const speaker = await startSpeaker(t);
  const { page } = await visit(t, speaker);
  await page.route('**/remote-*.js', route => route.abort('connectionreset'));
  const opener = page.getByRole('banner').getByRole('button', { name: 'Kitchen' });
  const alert = page.getByRole('alert');
  const hint = alert.getByText('This part of the page did not load.');
  await opener.click();
  await hint.waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await hint.waitFor({ state: 'detached' });
  await opener.click();
  await hint.waitFor();
  await opener.click();
  await hint.waitFor({ state: 'detached' });
  await page.unroute('**/remote-*.js');
  await page.getByRole('button', { name: 'Pause' }).click();
  await speaker.next('player.pause');
});
