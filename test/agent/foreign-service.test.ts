import { join } from 'node:path';
import t from 'tap';
import { isAt, joinPhone } from '../fakes/phones/phone.js';
import { runAgent } from '../rigs/agent/process.js';
import { pairAsBrowser, skip } from '../rigs/agent/rig.js';
import { CLIENT, STATION, startForeignService, TRACK_SECONDS } from '../fakes/service/foreign.js';
import { startShallow } from '../fakes/service/shallow.js';
import { createShortFolder } from '../rigs/agent/fault-row.js';

t.jobs = 2;

async function consent(authorizeUrl: string): Promise<string> {
  const { headers } = await fetch(authorizeUrl, { redirect: 'manual' });
  return headers.get('location') ?? '';
}

for (const [profile, limit] of [
  ['core', ''],
  ['auto', ''],
  ['auto', ', behind a limit on depth'],
] as const) {
  const title = `a service with the specification’s names alone, ${profile}${limit}`;
  t.test(title, { skip, buffered: true }, async t => {
    const service = await startForeignService();
    const shallow = await startShallow(() => service.url);
    const folder = createShortFolder(t);
    const agent = await runAgent({
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TONEARM_AUTH_URL: service.url,
      TONEARM_BASE_URL: limit === '' ? service.url : shallow.url,
      TONEARM_SERVICE_PROFILE: profile,
      TONEARM_CLIENT_ID: CLIENT.id,
      TONEARM_CLIENT_SECRET: CLIENT.secret,
      TONEARM_HTTP_HOST: '127.0.0.1',
      TONEARM_HTTP_PORT: '0',
      TONEARM_STATE_DIR: join(folder, 'state'),
      TONEARM_RUNTIME_DIR: join(folder, 'run'),
      TONEARM_AUDIO_OUTPUT: 'null',
      TONEARM_MDNS: 'off',
    });
    t.teardown(async () => {
      await agent.end();
      await shallow.stop();
      await service.close();
    });
    const token = await pairAsBrowser(agent.url, consent);
    const phone = await joinPhone(`${agent.url.replace('http', 'ws')}/control`, token);
    t.teardown(() => phone.close());
    t.strictSame(phone.state.account, { id: 'LI:7', name: 'Far' });

    const station = {
      id: STATION,
      type: 'ST',
      name: 'Far Away',
      artUrl: 'http://pictures.invalid/WIDTH_130',
    };
    t.match(await phone.call('library.collection'), { items: [station] });
    const newest = { types: ['ST', 'AL'], sortBy: 'ADDED_TIME', sortOrder: 'DESC', limit: 30 };
    t.match(await phone.call('library.collection', newest), { items: [station] });
    t.match(await phone.call('library.search', { query: 'far' }), { items: [station, { id: 'AR:7' }] });
    t.match(await phone.call('library.recentFavorites'), { items: [station] });
    t.match(await phone.call('library.topArtists'), { items: [{ id: 'AR:7', name: 'The Neighbours' }] });
    t.match(await phone.call('library.feedbacks', { values: ['UP'] }), {
      items: [{ target: { id: 'TR:0', name: 'Track 0' }, sourceContext: { name: 'Far Away' } }],
    });
    t.match(await phone.call('library.profile'), { id: 'LI:7' });

    await phone.play({ sourceId: STATION }, isAt(0), 60_000);
    t.match(phone.state, {
      source: { id: STATION, name: 'Far Away' },
      item: {
        kind: 'track',
        title: 'Track 0',
        artist: 'The Neighbours',
        artUrl: 'http://pictures.invalid/500',
        durationMs: TRACK_SECONDS * 1_000,
      },
    });
    await phone.until('the third track', isAt(2), 120_000);
    const ended = service.reports.filter(([, elapsed]) => elapsed === TRACK_SECONDS);
    t.strictSame(ended, [
      [0, TRACK_SECONDS],
      [1, TRACK_SECONDS],
    ]);
    t.ok(
      service.reports.some(([index, elapsed]) => index === 0 && elapsed < TRACK_SECONDS),
      'and how far it is on the way',
    );
    t.strictSame(phone.breaches, [], 'the contract held');

    const refused = service.asked.filter(({ refusals }) => refusals.length > 0);
    if (profile === 'core') {
      // The specification only says that a list may have a cursor: whether this one has is learnt by asking.
      t.strictSame(
        refused.map(({ operationName, refusals }) => [operationName, ...refusals]),
        [
          ['TopArtists', 'Cannot query field "cursor" on type "ArtistList".'],
          ['Feedbacks', 'Cannot query field "cursor" on type "FeedbackList".'],
        ],
      );
    } else {
      const counts = new Map<string, number>();
      for (const { operationName } of refused)
        counts.set(operationName, (counts.get(operationName) ?? 0) + 1);
      t.strictSame(
        [...counts].filter(([, count]) => count > 1),
        [],
        'each lack is learnt at once, and for good',
      );
    }

    for (const [what, params, word] of [
      ['library.collection', { types: ['ST'], sortBy: 'NAME', sortOrder: 'DESC' }, 'NAME'],
      ['library.search', { query: 'x', types: ['PE'] }, 'PE'],
      ['library.feedbacks', { values: ['DOWN'] }, 'DOWN'],
    ] as const) {
      t.match(await phone.ask(what, params), {
        error: {
          code: 2006,
          message: `The service does not know ${word}.`,
          data: { reason: 'serviceError', message: new RegExp(`^Value "${word}" does not exist in`) },
        },
      });
    }
  });
}
