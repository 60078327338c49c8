import t from 'tap';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const { createTapCount, conclude } = (await import(
  new URL('../../../config/setup/tap-count.mjs', import.meta.url).href
)) as {
  createTapCount: (report?: {
    file?: (file: { name: string; isOk: boolean }) => void;
    failed?: (lines: string[], within: string[]) => void;
    said?: (line: string) => void;
    skipped?: (skip: { name: string; reason: string }) => void;
  }) => { add: (line: string) => void; end: () => Counts };
  conclude: (counts: Counts, signal: string | null) => { line: string; why: string | null; exitCode: number };
};

const countOf = (text: string): Counts => {
  const count = createTapCount();
  for (const line of text.split('\n')) count.add(line);
  return count.end();
};

const STREAM = `TAP version 14
1..4
# Subtest: a.test.js
    # Subtest: nested
        ok 1 - one
        # Subtest: deeper
            ok 1 - two
            not ok 2 - three
              ---
              source: |
                not ok 9 - only quoted
                ok 10 - only quoted
              ...
            1..2
        not ok 2 - deeper # time=2ms
        1..2
    not ok 1 - nested # time=12.7ms
    ok 2 - left out # SKIP no \\# card
    not ok 3 - some day # TODO later
    1..3
not ok 1 - a.test.js # time=57.4ms
# Subtest: b.test.js
    1..0 # no tests found
not ok 2 - b.test.js # time=1842ms
  ---
  exitCode: 1
  ...
# Subtest: c.test.js
    ok 1 - before the crash
    # test count(1) != plan(null)
not ok 3 - c.test.js # time=1036ms
  ---
  signal: SIGKILL
  ...
# Subtest: d.test.js
    ok 1 - fine \\# not a SKIP
    1..1
ok 4 - d.test.js # time=5ms
# { total: 19, pass: 9 }`;

t.test('results are counted, their summaries are not, a crash is', async t => {
  // Passed: one, two, before the crash, fine. Failed: three, b (no test ran, code 1), c (crashed).
  t.same(countOf(STREAM), { passed: 4, failed: 3, skipped: 2 });
});

t.test('files, failures and skips are told as they come', async t => {
  const files: string[] = [];
  const failures: string[] = [];
  const skips: object[] = [];
  const said: string[] = [];
  const count = createTapCount({
    skipped: skip => skips.push(skip),
    file: ({ name, isOk }) => files.push(`${isOk ? 'ok' : 'not'} ${name.slice(0, 1)}`),
    failed: (lines, within) => failures.push([...within, ...lines].join('|')),
    said: line => said.push(line.trim()),
  });
  for (const line of STREAM.split('\n')) count.add(line);
  count.end();
  t.same(files, ['not a', 'not b', 'not c', 'ok d']);
  t.same(skips, [
    { name: 'left out', reason: 'no # card' },
    { name: 'some day', reason: 'later' },
  ]);
  t.equal(failures.length, 3);
  t.same(said, ['# test count(1) != plan(null)']);
  t.match(failures[0], /^a\.test\.js\|nested\|deeper\| *not ok 2 - three\|.*---\|.*only quoted/);
  t.match(failures[2], /signal: SIGKILL/);
});

t.test('streams that are not whole', async t => {
  t.same(countOf(''), { passed: 0, failed: 0, skipped: 0 });
  t.same(countOf('# Subtest: a\n    ok 1 - x\n    ok 2 - y'), { passed: 2, failed: 0, skipped: 0 });
  t.same(countOf('Bail out! no more'), { passed: 0, failed: 1, skipped: 0 });
  t.same(countOf('okay then\nnotable\n   ok 1 - odd indent\nok'), { passed: 1, failed: 0, skipped: 0 });
});

t.test('the last line and the exit code agree, whatever happened', async t => {
  const rows: readonly (readonly [Counts, string | null, string, number])[] = [
    [{ passed: 3, failed: 0, skipped: 0 }, null, '3 passed, 0 failed', 0],
    [{ passed: 3, failed: 0, skipped: 2 }, null, '3 passed, 0 failed, 2 skipped', 0],
    [{ passed: 3, failed: 2, skipped: 0 }, null, '3 passed, 2 failed', 1],
    [{ passed: 3, failed: 2, skipped: 0 }, 'SIGTERM', '3 passed, 2 failed', 1],
    [{ passed: 3, failed: 0, skipped: 0 }, 'SIGINT', '3 passed, 1 failed', 1],
    [{ passed: 0, failed: 0, skipped: 0 }, null, '0 passed, 1 failed', 1],
    [{ passed: 0, failed: 0, skipped: 4 }, null, '0 passed, 1 failed, 4 skipped', 1],
  ];
  for (const [counts, signal, line, exitCode] of rows)
    t.match(conclude(counts, signal), { line, exitCode }, line);
});
