/** Audio whose tags hold more picture than a small machine has memory: readers take tags whole before they look at a sound. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Test } from 'tap';

const MIB = 1 << 20;
/** Far more than the test lets a player have. */
const ALL_MIB = 750;
const mebibyte = Buffer.alloc(MIB, 65);

interface Tag {
  readonly head: Buffer;
  /** Of picture. */
  readonly mib: number;
}

/** Seven bits a byte. */
const toSyncsafe = (size: number) =>
  Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]);

/** ID3v2.4 with one attached picture; nearly the largest that its length can say. */
function id3(): Tag {
  const mib = 250;
  const picture = Buffer.from('\0image/png\0\u0003\0', 'latin1');
  const size = mib * MIB + picture.length;
  const frame = Buffer.concat([Buffer.from('APIC'), toSyncsafe(size), Buffer.alloc(2), picture]);
  const start = Buffer.from('ID3\u0004\0\0', 'latin1');
  return { head: Buffer.concat([start, toSyncsafe(size + 10), frame]), mib };
}

/** A block of FLAC that holds a picture. */
function flacBlock(): Tag {
  const mib = 15;
  const picture = Buffer.alloc(41);
  picture.writeUInt32BE(3, 0);
  picture.writeUInt32BE(9, 4);
  picture.write('image/png', 8);
  picture.writeUInt32BE(mib * MIB, 37);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(0x06_00_00_00 + mib * MIB + picture.length);
  return { head: Buffer.concat([head, picture]), mib };
}

function flacStart(): Buffer {
  const start = Buffer.alloc(42);
  start.write('fLaC');
  start[7] = 34;
  start.writeUInt16BE(4096, 8);
  start.writeUInt16BE(4096, 10);
  start.writeUInt32BE(0x0a_c4_42_f0, 18);
  return start;
}

const KINDS = {
  'tags.mp3': { start: Buffer.alloc(0), tag: id3() },
  'blocks.flac': { start: flacStart(), tag: flacBlock() },
};

function* tagsOf({ start, tag }: { readonly start: Buffer; readonly tag: Tag }) {
  yield start;
  for (let sent = 0; sent < ALL_MIB; sent += tag.mib) {
    yield tag.head;
    for (let at = 0; at < tag.mib; at += 1) yield mebibyte;
  }
}

/** Answers the base of a server that has one file of each kind, with nothing behind its tags. */
export async function startPictures(t: Test) {
  const left: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const kind = KINDS[name as keyof typeof KINDS];
    response.on('close', () => left.push(name));
    pipeline(tagsOf(kind), response).catch(() => undefined);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names: Object.keys(KINDS),
    /** Whether the last who asked for it has left; then not again until another has. */
    isGoneFrom(name: string) {
      const at = left.lastIndexOf(name);
      left.length = 0;
      return at >= 0;
    },
  };
}
