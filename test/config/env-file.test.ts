import fc from 'fast-check';
import t from 'tap';
import { parseEnvFile, readEnvFile } from '../../src/config/env-file.js';
import { findSystemd, readAsSystemd } from '../rigs/config/systemd-reader.js';

t.test('The program reads a file of settings as systemd 257 reads it', t => {
  const rows: [string, Record<string, string>][] = [
    ['', {}],
    ['A=1\nB=two words\n', { A: '1', B: 'two words' }],
    ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['# A=1\n; B=2\n\n  \nC=3', { C: '3' }],
    // systemd before 254 took the next line for a part of the comment.
    ['# goes on \\\nA=1\nB=2', { A: '1', B: '2' }],
    ['  A = 1  \nB=2', { A: '1', B: '2' }],
    ['A=\nB=', { A: '', B: '' }],
    ['A=1 # no comment', { A: '1 # no comment' }],
    ['A="1 2"\nB=\'3 4\'', { A: '1 2', B: '3 4' }],
    ['A="a \\"b\\" \\\\ \\$ \\` \\n"', { A: 'a "b" \\ $ ` \\n' }],
    ['A=\'a \\ "b"\'', { A: 'a \\ "b"' }],
    ['A="one\ntwo"\nB=2', { A: 'one\ntwo', B: '2' }],
    ['A=one\\\ntwo\nB=2', { A: 'onetwo', B: '2' }],
    ['A="one\\\ntwo"', { A: 'onetwo' }],
    ['A=a\\ b\\\\c', { A: 'a b\\c' }],
    ['A="1"\'2\'', { A: '12' }],
    ['A=it\'s "so"', { A: 'it\'s "so"' }],
    ['A=1\nA=2', { A: '2' }],
    ['no assignment\n1A=1\nA-B=1\nexport C=1\nD=4', { D: '4' }],
    ['A=http://x/?a=b&c=d', { A: 'http://x/?a=b&c=d' }],
    ['A="open\nB=2', { A: 'open\nB=2' }],
    ["A='open\nB=2", { A: 'open\nB=2' }],
    ['A="1" x"\nB=2', { A: '1x"', B: '2' }],
    ['A=1\\', { A: '1' }],
    ['A="1\\', { A: '1' }],
    ['the address\rof my service\nB=2', { B: '2' }],
    ['one\u2028two\nA\u2029=1\nB=2', { B: '2' }],
    ['A=the address\rof my service\nB=2', { A: 'the address', B: '2' }],
    ['A="1\r"\rB=2', { A: '1\r', B: '2' }],
    ['A=1\\\r2', { A: '12' }],
    ['A=1\u2028\nB=\u2029 2\n\u2028C=3', { A: '1\u2028', B: '\u2029 2' }],
    ['\ufeffA=1\nB=\ufeff2', { B: '\ufeff2' }],
    ['=A=1\nB=2', { B: '2' }],
    ['A=1 \\\n  ', { A: '1 ' }],
    ['A=1\t\\', { A: '1\t' }],
    ['A=Küche', { A: 'Küche' }],
    ['A=1\nB=2\0', {}],
  ];
  for (const [text, found] of rows) t.strictSame(parseEnvFile(text), found, encodeURI(text));
  t.end();
});

t.test('Each line that systemd does not take as it was meant is named, and no value', t => {
  const rows: [string | Buffer, [number, RegExp][]][] = [
    ['A=1\n#B\n\n; C\nD="x"', []],
    ['A=the address\rof my service\n', [[1, /^is not NAME=value/]]],
    ['\n\nexport A=1\nB=2', [[3, /^has a name of more than/]]],
    ['A="1"\nB="secret\nC=3', [[2, /^opens a quotation mark that nothing closes/]]],
    ["A='a\nb' 'c\nd", [[2, /^opens a quotation mark/]]],
    ['\ufeff# a comment\nB=2', [[1, /^begins with a byte order mark/]]],
    ['\ufeffA=1\nB=2', [[1, /^begins with a byte order mark/]]],
    ['A=1\nB=2\0', [[2, /^holds a zero byte, so systemd refuses the whole file/]]],
    [Buffer.from('A=1\nB=\xfc', 'latin1'), [[2, /^holds bytes that are not UTF-8/]]],
    [Buffer.from('A=1\n# \xfc', 'latin1'), []],
  ];
  for (const [content, faults] of rows) {
    t.match(
      readEnvFile(content).faults,
      faults.map(([line, text]) => ({ line, text })),
      JSON.stringify(content),
    );
    t.equal(readEnvFile(content).faults.length, faults.length);
    t.notMatch(JSON.stringify(readEnvFile(content).faults), /secret/);
  }
  t.end();
});

const systemd = findSystemd();

t.test(
  'The program and the systemd of this machine read the same out of random files',
  { skip: systemd === null ? 'Python or libsystemd-shared is not there' : false },
  t => {
    const separators = [
      '=',
      '=',
      '=',
      ' ',
      '\t',
      '\n',
      '\n',
      '\n',
      '\r',
      '\r\n',
      '"',
      "'",
      '\\',
      '\\\n',
      '$',
      '`',
    ];
    const letters = [
      'A',
      'B',
      '_x',
      '1',
      'two words',
      'ü',
      '\u2028',
      '\u2029',
      '\ufeff',
      '\u0007',
      '\u000b',
      '\u0085',
    ];
    // systemd before 254 took the line after a comment that ends in a backslash for a part of it.
    const comments = (systemd ?? 0) < 254 ? [] : ['#', ';', '#c\\\n'];
    const part = fc
      .constantFrom(...separators, ...letters, ...comments, 'A=1\n', 'B="q"\n')
      .map(text => Buffer.from(text));
    const odd = fc.constantFrom(Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0]));
    const file = fc
      .array(fc.oneof({ arbitrary: part, weight: 200 }, { arbitrary: odd, weight: 1 }), { maxLength: 20 })
      .map(parts => Buffer.concat(parts));
    const files = fc.sample(file, 2_000);
    const judged = readAsSystemd(files);
    t.equal(judged.length, files.length);
    const differing = files.flatMap((content, at) => {
      const ours = parseEnvFile(content);
      const isSame =
        JSON.stringify(Object.entries(ours).sort()) ===
        JSON.stringify(Object.entries(judged[at] ?? {}).sort());
      return isSame ? [] : [{ content: content.toString('latin1'), ours, systemd: judged[at] }];
    });
    t.same(differing, []);
    t.end();
  },
);
