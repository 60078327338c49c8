import t from 'tap';
import { createLatePages } from '../../src/daemon/late-pages.js';

t.test('pages are loaded once, at the first request', async t => {
  let loads = 0;
  const pages = createLatePages(() => {
    loads += 1;
    if (loads === 1) return Promise.reject(new Error('not now'));
    return Promise.resolve(({ path }) => (path === '/here' ? { status: 200, body: path } : null));
  });
  t.equal(loads, 0);
  const request = (path: string) =>
    ({
      method: 'GET',
      path,
      query: new URLSearchParams(),
      form: new URLSearchParams(),
      userAgent: '',
      cookie: '',
      peer: '192.0.2.1',
      origin: 'http://192.0.2.2:8710',
    }) as const;
  await t.rejects(async () => pages(request('/here')), { message: 'not now' });
  const answers = await Promise.all([pages(request('/here')), pages(request('/there'))]);
  t.strictSame(answers, [{ status: 200, body: '/here' }, null]);
  t.equal(loads, 2, 'a failure is not kept, what came is');
});
