import t from 'tap';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { createService } from '../../src/service/service.js';
import { createKeptLogger, createMemoryCell } from '../fakes/ports/collaborators.js';
import { startShallow } from '../fakes/service/shallow.js';
import { calm } from '../rigs/service/bench.js';

const STATION = 'ST:1001:5000';
const ALBUM = 'AL:3000';

for (const has of ['core', 'full'] as const) {
  t.test(`a ${has} service that limits depth is asked in two steps, and refuses each form once`, async t => {
    const sandbox = createSandbox({ profile: has, trackSeconds: 30 });
    await sandbox.start();
    t.teardown(() => sandbox.stop());
    const shallow = await startShallow(() => sandbox.url);
    t.teardown(() => shallow.stop());
    const service = createService({
      baseUrl: shallow.url,
      authUrl: sandbox.url,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      deviceUuid: 'speaker',
      profile: 'auto',
      credentials: createMemoryCell({
        ...sandbox.issueTokens(),
        obtainedAtMs: Date.now(),
        profileId: 'LI:1001',
      }),
      clock: { epochMs: () => Date.now(), steadyMs: () => performance.now() },
      logger: createKeptLogger(),
    });
    t.teardown(() => service.stop());
    const { playback, library } = service;

    for (let round = 0; round < 2; round += 1) {
      const { source } = await playback.setSource(STATION, calm());
      t.match(source, { id: STATION, type: 'ST' });
      const item = await playback.current(calm());
      t.match(item, { kind: 'track', index: 0, artist: String, artUrl: String });
      const report = { sourceId: source.id, index: 0, elapsedS: 3 };
      await playback.setStarted(report, calm());
      await playback.setProgress(report, calm());
      const lengthS = 30;
      t.match(
        await playback.setEnded({ ...report, elapsedS: 30, lengthS }, calm()),
        { index: 1 },
        'what follows',
      );
      t.match(await playback.skip({ ...report, index: 1, lengthS }, calm()), { index: 2 });
      if (has === 'full') {
        const { trackId, trackToken } = await playback.current(calm());
        const rated = { targetId: trackId ?? '', sourceContextId: source.id, trackToken, elapsedS: 3 };
        const next = await playback.setFeedback({ ...rated, value: 'DOWN' }, calm());
        t.match(next, { index: 3 }, 'a thumb-down brings the next item');
        await playback.setSource(ALBUM, calm());
        const left = { ...report, sourceId: ALBUM };
        await playback.setEnded({ ...left, elapsedS: 30, lengthS }, calm());
        t.match(await playback.previous({ ...left, index: 1 }, calm()), { index: 2 }, 'and so does previous');
      }
      await library.feedbacks({}, calm());
      await library.collection({}, calm());
      await library.profile(calm());
    }
    const operations = ['SetSource', 'SetStarted', 'SetProgress'];
    const ofFull = ['SetEnded', 'Skip', 'SetFeedback', 'Previous'];
    t.strictSame(
      shallow.refused,
      has === 'full' ? [...operations, ...ofFull] : [...operations, 'SetEnded', 'Skip'],
    );
  });
}
