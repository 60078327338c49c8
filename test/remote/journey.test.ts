import t from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, skip as noPlayer } from '../rigs/agent/rig.js';
import { type Home, openHome } from '../rigs/remote/home.js';
import { noBrowser, openPhone, openTerms } from '../rigs/remote/page.js';
import { type Visitor, withAccounts } from '../rigs/remote/visitor.js';

const skip = noPlayer || noBrowser;
interface Household extends Home {
  readonly ada: Visitor;
  readonly bob: Visitor;
  readonly cleo: Visitor;
}

/** The secret of the last answer that carried one, such as a token or a link. */
function told(visitor: Visitor, pattern: RegExp): string {
  const found = visitor.received.flatMap(frame => pattern.exec(frame)?.[1] ?? []).at(-1);
  if (found === undefined) throw new Error(`nobody was told ${pattern.source}`);
  return found;
}

/** The token that lets this browser in. */
async function keptBy({ page }: Visitor): Promise<string> {
  const token = await page.evaluate("localStorage.getItem('tonearm.token')");
  if (typeof token !== 'string' || token.length < 43) throw new Error('this browser keeps no token');
  return token;
}

function player({ page }: Visitor) {
  return page.getByRole('region', { name: 'Now playing' });
}

function button(visitor: Visitor, name: string) {
  return player(visitor).getByRole('button', { name, exact: true });
}

async function pair({ t, agent, visit }: Home): Promise<Visitor> {
  const ada = await visit('phone');
  await ada.page.goto(agent.url);
  await ada.page.getByRole('button', { name: 'Sign in' }).click();
  await ada.page.getByRole('button', { name: 'Allow', exact: true }).click();
  await ada.page.getByRole('link', { name: 'Open the remote' }).click();
  await ada.page.getByText('Nothing chosen yet.').waitFor();
  t.equal(new URL(ada.page.url()).hash, '', 'the token is out of sight');
  await ada.page.getByRole('button', { name: 'Find something to play' }).click();
  await ada.page.getByRole('heading', { name: 'Library' }).waitFor();
  await ada.page.goBack();
  await ada.page.getByText('Nothing chosen yet.').waitFor();
  return ada;
}

async function inviteByCode({ t, agent, visit }: Home, ada: Visitor): Promise<Visitor> {
  await ada.show('Speaker');
  await ada.page.getByRole('heading', { name: 'Phones' }).waitFor();
  await openTerms(ada.page);
  await ada.page.getByRole('button', { name: 'Six digits as well' }).click();
  await ada.page.getByRole('button', { name: 'Invite a phone' }).click();
  await ada.page.getByRole('img', { name: 'QR code of the link' }).locator('path').waitFor();
  const code = (await ada.page.locator('.digits').textContent()) ?? '';
  t.match(code, /^\d{3} \d{3}$/);

  const bob = await visit('wide');
  await bob.page.goto(agent.url);
  await bob.page.getByRole('heading', { name: 'Not let in yet' }).waitFor();
  const join = bob.page.getByRole('button', { name: 'Let me in' });
  t.ok(await join.isDisabled());
  await bob.page.getByLabel('Six digits').fill(code === '000 000' ? '000 001' : '000 000');
  await join.click();
  await bob.page.getByText('These digits did not work.').waitFor();
  await bob.page.getByLabel('Six digits').fill(code);
  await bob.page.getByLabel('Name of this device').fill('Bob’s computer');
  await join.click();
  await bob.page.getByRole('region', { name: 'Now playing' }).waitFor();
  await ada.page.getByText('“Bob’s computer” was let in.').waitFor();
  await bob.page.reload();
  await bob.page.getByRole('region', { name: 'Now playing' }).waitFor();
  return bob;
}

async function inviteByLink(
  { t, agent, visit, wire }: Home,
  ada: Visitor,
  bob: Visitor,
): Promise<{ readonly cleo: Visitor; readonly secret: string }> {
  await ada.page.getByRole('button', { name: 'Invite a phone' }).click();
  const field = ada.page.getByRole('textbox', { name: 'Invitation link' });
  const link = new URL(await field.inputValue());
  const secret = new URLSearchParams(link.hash.slice(1)).get('invite') ?? '';
  t.ok(secret.length >= 22, 'the link carries its own secret');

  t.comment('a phone that is in already leaves the invitation to another');
  await bob.page.goto(`${agent.url}/${link.hash}`);
  await bob.page.getByText('If the invitation is still unused, another phone can use it.').waitFor();
  t.equal(new URL(bob.page.url()).hash, '');

  const cleo = await visit('small');
  await cleo.page.goto(`${wire.url}/${link.hash}`);
  await cleo.page.getByRole('region', { name: 'Now playing' }).waitFor();
  t.equal(cleo.page.url(), `${wire.url}/`, 'no secret stays in the address');
  t.equal(await cleo.page.evaluate('history.length'), 2, 'and there is no way back to it');
  await ada.page.getByText('was let in.').waitFor();

  t.comment('who is invited without more is a guest, and sees no more than that');
  await cleo.show('Speaker');
  await cleo.page.getByRole('heading', { name: 'You are a guest' }).waitFor();
  t.equal(await cleo.page.getByRole('button', { name: 'Sign out' }).count(), 0);
  return { cleo, secret };
}

async function chooseAndJudge({ onlooker, ada, bob, cleo }: Household): Promise<void> {
  await cleo.show('Search');
  await cleo.page.getByRole('searchbox').fill('Lanterns Radio');
  await cleo.page
    .getByRole('button', { name: /The Paper Lanterns Radio/ })
    .first()
    .click();
  const first = await onlooker.until('sounding', isSounding);
  await cleo.show('Playing');
  for (const visitor of [ada, bob, cleo]) {
    if (visitor === ada) await ada.show('Playing');
    await player(visitor)
      .getByRole('heading', { name: first.item?.title ?? '' })
      .waitFor();
  }
  await player(cleo).getByText('The Paper Lanterns Radio').waitFor();

  // The service may know a thumb from earlier.
  await onlooker.call('feedback.set', { value: null });
  await cleo.page.locator('[aria-label="Thumb up"][aria-pressed="false"]').waitFor();
  await button(cleo, 'Thumb up').click();
  await onlooker.until('liked', state => state.item?.feedback === 'UP');
  await ada.page.locator('[aria-label="Thumb up"][aria-pressed="true"]').waitFor();
  await button(ada, 'Thumb up').click();
  await onlooker.until('no longer liked', state => state.item?.feedback === null);
  await button(bob, 'Thumb down').click();
  const second = await onlooker.until('the next item', isAt(1));
  await player(cleo)
    .getByRole('heading', { name: second.item?.title ?? '' })
    .waitFor();
}

async function goBackAndJump({ onlooker, rig, cleo }: Household): Promise<void> {
  t.comment('an album goes back, and jumps');
  await onlooker.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  const album = await onlooker.until('the album', state => isSounding(state) && state.can.previous);
  await button(cleo, 'Forward 15 seconds').click();
  await onlooker.until('15 s on', ({ position }) => position.positionMs >= 15_000);
  await button(cleo, 'Back 15 seconds').click();
  await onlooker.until('back again', ({ position }) => position.positionMs < 15_000);
  await button(cleo, 'Next').click();
  await onlooker.until(
    'its second song',
    state => isSounding(state) && state.item?.title !== album.item?.title,
  );
  await button(cleo, 'Previous').click();
  await onlooker.until(
    'its first song',
    state => isSounding(state) && state.item?.title === album.item?.title,
  );
}

async function loseTheNetwork({ t, onlooker, wire, cleo }: Household): Promise<void> {
  t.comment('a phone that loses the network catches up from where it was');
  wire.cut();
  await cleo.page.getByText('Connection lost, trying again…').waitFor();
  t.ok(await button(cleo, 'Next').isDisabled());
  await onlooker.call('player.setVolume', { volume: 61 });
  wire.mend();
  await cleo.page.getByText('Connected', { exact: true }).waitFor();
  t.equal(await cleo.page.getByRole('slider', { name: 'Volume' }).inputValue(), '61');
  const since = cleo.sent.filter(frame => frame.includes('state.subscribe')).at(-1) ?? '';
  t.match(since, /"sinceRevision":\d+/);
  const { id } = JSON.parse(since) as { id: number };
  const answer = cleo.received.filter(frame => frame.includes(`"id":${id},`)).at(-1) ?? '';
  t.match(answer, /"changes":\[/, 'it is told what it missed');
  t.notMatch(answer, /"state":/, 'and nothing else');
}

async function removeOne({ ada, cleo }: Household): Promise<void> {
  t.comment('a phone that is removed knows it at once');
  await ada.show('Speaker');
  await openPhone(ada.page, 'Linux computer');
  await ada.page.getByRole('button', { name: 'Remove: Linux computer' }).click();
  const question = ada.page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await ada.page.getByRole('button', { name: 'Remove: Linux computer' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await cleo.page.getByText('“Chrome on Linux” removed this device').waitFor();
  await cleo.shoot('removed');
  await ada.page.getByRole('button', { name: 'Remove: Linux computer' }).waitFor({ state: 'detached' });
}

async function signOut({ t, ada, bob }: Household): Promise<void> {
  t.comment('signing out is asked first, and told to everyone');
  await ada.page.getByRole('button', { name: 'Sign out' }).click();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  for (const visitor of [ada, bob]) {
    await visitor.page.getByRole('heading', { name: 'The speaker is not signed in' }).waitFor();
    t.equal(await visitor.page.getByRole('link', { name: 'Sign in' }).getAttribute('href'), '/pair');
  }
  await ada.shoot('signed-out');
}

async function live(home: Home): Promise<void> {
  const { t, onlooker } = home;
  const ada = await pair(home);
  const bob = await inviteByCode(home, ada);
  const bobsToken = told(bob, /"token":"([^"]+)"/);
  const { cleo, secret } = await inviteByLink(home, ada, bob);
  const [adasToken, cleosToken] = await Promise.all([ada, cleo].map(keptBy));
  const household = { ...home, ada, bob, cleo };
  await chooseAndJudge(household);
  await goBackAndJump(household);
  await loseTheNetwork(household);
  await removeOne(household);
  await signOut(household);
  for (const visitor of [ada, bob, cleo]) {
    const asked = visitor.asked.map(address => address.replace(/#.*/, '')).join('\n');
    for (const hidden of [secret, bobsToken, cleosToken ?? '']) t.notMatch(asked, hidden);
    t.comment(
      'over plain http: what whoever listens has heard of links, and of tokens that no digits were typed for',
    );
    const said = [...visitor.sent, ...visitor.received].join('\n');
    for (const hidden of [secret, adasToken ?? '', cleosToken ?? '']) t.notMatch(said, hidden);
  }
  t.strictSame(ada.complaints, []);
  t.strictSame(bob.complaints, []);
  t.strictSame(
    cleo.complaints.filter(text => !/WebSocket connection|ERR_/.test(text)),
    [],
  );
  t.strictSame(onlooker.breaches, []);
}

void t.test('a household: pair, invite, play, lose the network, be removed, sign out', { skip }, async t => {
  const home = await openHome(t);
  await withAccounts(home, () => live(home));
});
