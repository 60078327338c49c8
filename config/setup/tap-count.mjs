// Counts the results in a stream of TAP 14 lines as written by tap, and extracts those to show.

const POINT = /^( *)(not )?ok\b(?: +\d+)?(?: - (.*))?$/;
const COMMENT = /^( *)# (?:(Subtest: )(.*)|.*)$/;
const DIRECTIVE = /(?:^|[^\\])# *(?:skip|todo)\b *(.*)/i;

/**
 * Creates a counter: feed it every line, then ask for the counts. A result with nested results is not counted, unless
 * it failed and none of those did: then something else went wrong (a crash, a time-out, an unfulfilled plan). `report`
 * receives each finished file, each failure with its diagnostics and the names of the tests around it, each skip with
 * its reason, and what tests said besides, as they come.
 */
export function createTapCount(report = {}) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const levels = [];
  const around = [];
  let diagnosticsEnd = null;
  let failure = null;

  const levelAt = depth => (levels[depth] ??= { results: 0, failures: 0 });

  function endFailure() {
    if (failure !== null) report.failed?.(failure.lines, failure.within);
    failure = null;
  }

  function count(kind) {
    counts[kind] += 1;
  }

  function takePoint(depth, isOk, name) {
    const below = levels[depth + 1];
    levels.length = Math.min(levels.length, depth + 1);
    const directive = DIRECTIVE.exec(name);
    const isFailure = !isOk && directive === null;
    const level = levelAt(depth);
    level.results += 1;
    if (isFailure) level.failures += 1;
    const isSummary = below !== undefined && below.results > 0;
    if (isSummary && !(isFailure && below.failures === 0)) return false;
    count(isFailure ? 'failed' : directive === null ? 'passed' : 'skipped');
    if (directive !== null) report.skipped?.(toSkip(name, directive));
    return isFailure;
  }

  function takeComment([line, indent, isName, name]) {
    const depth = indent.length / 4;
    if (isName !== undefined) around.splice(depth, Infinity, name);
    else if (depth > 0) report.said?.(line);
  }

  function add(line) {
    if (diagnosticsEnd !== null) {
      failure?.lines.push(line);
      if (line !== diagnosticsEnd) return;
      diagnosticsEnd = null;
      // At once: the next line may be of the next file.
      endFailure();
      return;
    }
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '---' && indent % 4 === 2) {
      diagnosticsEnd = `${' '.repeat(indent)}...`;
      failure?.lines.push(line);
      return;
    }
    endFailure();
    const comment = COMMENT.exec(line);
    if (comment !== null) {
      takeComment(comment);
      return;
    }
    const point = POINT.exec(line);
    if (point !== null && indent % 4 === 0) {
      const name = point[3] ?? '';
      const isFailure = takePoint(indent / 4, point[2] === undefined, name);
      if (isFailure) failure = { lines: [line], within: around.slice(0, indent / 4) };
      if (indent === 0) report.file?.({ name, isOk: point[2] === undefined, counts: { ...counts } });
    } else if (/^ *Bail out!/.test(line)) {
      count('failed');
      report.failed?.([line], []);
    }
  }

  return {
    add,
    /** Returns the counts so far; they are final after the last line. */
    end() {
      endFailure();
      return { ...counts };
    },
  };
}

function toSkip(name, { index, 1: reason }) {
  const unescaped = text => text.replaceAll(/\\([\\#])/g, '$1').trim();
  return { name: unescaped(name.slice(0, index + 1).replace(/#$/, '')), reason: unescaped(reason) };
}

/**
 * Returns the last line of a test run and its exit code, which always agree: a run that was ended (by `signal`) without
 * a failed test, or had no tests at all, counts as one failure.
 */
export function conclude({ passed, failed, skipped }, signal = null) {
  const isBroken = failed === 0 && signal !== null;
  const isEmpty = failed === 0 && passed === 0;
  const all = isBroken || isEmpty ? 1 : failed;
  const why = isBroken
    ? `the run was ended by ${signal}; counted as one failure`
    : isEmpty
      ? 'no test was run; counted as one failure'
      : null;
  const line = `${passed} passed, ${all} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, why, exitCode: all > 0 ? 1 : 0 };
}
