/**
 * A name server at 127.0.0.1:53 of a network of its own: every name is 127.0.0.1. A line on standard input says how
 * it answers from then on: `well`, `silent`, `unknown` (NXDOMAIN) or `failing` (SERVFAIL). To names below `nobody.test` it
 * never does.
 */
import { createSocket } from 'node:dgram';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const DNS = fileURLToPath(import.meta.url);

const MODES = { well: 0, failing: 2, unknown: 3, silent: -1 } as const;
type Mode = keyof typeof MODES;
const HEADER_BYTES = 12;
const TYPE_A = 1;

/** RFC 1035, section 4: the question comes back, with an answer where one is asked for an IPv4 address. */
function answer(question: Buffer, mode: Mode): Buffer {
  let end = HEADER_BYTES;
  while ((question[end] ?? 0) !== 0) end += (question[end] ?? 0) + 1;
  const asked = question.subarray(HEADER_BYTES, end + 5);
  const isForAddress = mode === 'well' && question.readUInt16BE(end + 1) === TYPE_A;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(question.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8180 | MODES[mode], 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isForAddress ? 1 : 0, 6);
  // The name by its place, type, class, no time to live, four bytes of address.
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([header, asked, ...(isForAddress ? [record] : [])]);
}

if (process.argv[1] === DNS) {
  let mode: Mode = 'well';
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const isHeard = mode !== 'silent' && !question.includes('\u0006nobody\u0004test');
    if (isHeard) socket.send(answer(question, mode), port, address);
  });
  socket.bind(53, '127.0.0.1', () => console.log('listening'));
  createInterface({ input: process.stdin }).on('line', line => {
    if (Object.hasOwn(MODES, line)) mode = line as Mode;
    console.log(mode);
  });
}
