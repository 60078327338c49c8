import t from 'tap';
import { isCommandLine, splitLine } from '../../src/mpd/words.js';

const READ: [line: string, words: string[]][] = [
  ['status', ['status']],
  ['status ', ['status']],
  ['idle player message', ['idle', 'player', 'message']],
  ['plchanges "0"', ['plchanges', '0']],
  ['seekid \t "7"  "9.0"\r', ['seekid', '7', '9.0']],
  ['load "a \\"b\\" \\\\ c"', ['load', 'a "b" \\ c']],
  ['lsinfo ""', ['lsinfo', '']],
  ['seekcur +2', ['seekcur', '+2']],
];

const UNREADABLE: [line: string, wrong: string][] = [
  ['load "a"b', "Space expected after closing '\"'"],
  ['load "a', "Missing closing '\"'"],
  ['load "a\\"', "Missing closing '\"'"],
  ["load 'x'", 'Invalid unquoted character'],
  ['load a"b', 'Invalid unquoted character'],
  ['load-x', 'Invalid word character'],
];

t.test('MPD’s lines are split into words', t => {
  for (const [line, words] of READ) t.same(splitLine(line), words, line);
  t.end();
});

t.test('A line that breaks the rules of quoting names its fault', t => {
  for (const [line, wrong] of UNREADABLE) t.same(splitLine(line), { wrong }, line);
  t.end();
});

t.test('Only a small letter begins a command', t => {
  for (const line of ['', ' status', '"status"', '1', 'GET / HTTP/1.1']) t.notOk(isCommandLine(line), line);
  t.ok(isCommandLine('status'));
  t.end();
});
