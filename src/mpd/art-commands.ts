import { ACK, Ack } from './ack.js';
import { toText } from './queue.js';
import { findSong, toInteger, type MpdClient, type MpdCommand } from './visit.js';

/** The least that MPD's programs may ask for in one answer, and the most, bytes. */
const LEAST = 64;
const MOST = 64 * 1024;

/** Returns a part of the picture of a song. A program asks until it has `size` bytes, and perhaps once more. */
async function picture(visit: MpdClient, file: string, offset: string, saysType: boolean): Promise<Buffer> {
  const from = toInteger(offset);
  const url = findSong(visit, file)?.artUrl ?? null;
  const found = url === null ? null : await visit.room.art.read(url);
  // MPD itself answers one of the two with a bare OK, at which a client of npm fails.
  if (found === null) throw new Ack(ACK.noExist, 'No file exists');
  const { bytes, type } = found;
  if (from < 0 || from > bytes.length) throw new Ack(ACK.argument, 'Offset too large');
  const part = bytes.subarray(from, from + visit.binaryLimit);
  const head = toText({ size: bytes.length, type: saysType ? type : null, binary: part.length });
  return Buffer.concat([Buffer.from(head), part, Buffer.from('\n')]);
}

export const ART = {
  albumart: { args: [2, 2], run: (visit, file, offset) => picture(visit, file, offset, false) },
  readpicture: { args: [2, 2], run: (visit, file, offset) => picture(visit, file, offset, true) },
  binarylimit: {
    args: [1, 1],
    free: true,
    run(visit, wanted) {
      const limit = toInteger(wanted);
      if (limit < LEAST) throw new Ack(ACK.argument, 'Value too small');
      visit.binaryLimit = Math.min(limit, MOST);
      return undefined;
    },
  },
} satisfies Readonly<Record<string, MpdCommand>>;
