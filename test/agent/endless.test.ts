/** A stream that does not end where the service, or the file itself, says that it does. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';

t.jobs = 4;
/** Of MPEG-1, layer III, 128 kbit/s, 44.1 kHz: 417 bytes of silence, 26.1 ms each. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
const FRAME_MS = (1152 / 44_100) * 1_000;

/** The first frame of a file that says how long it is. */
function createInfo(seconds: number): Buffer {
  const frame = Buffer.from(FRAME);
  frame.write('Info', 36);
  frame.writeUInt32BE(1, 40);
  frame.writeUInt32BE(Math.round((seconds * 1_000) / FRAME_MS), 44);
  return frame;
}

interface Radio {
  readonly url: string;
  /** Ends what is being sent, as a stream ends that is over. */
  end(): void;
}

/** Sends as fast as it sounds, for as long as it is asked to; two seconds at once at first. */
async function startRadio(t: Test, statedSeconds: number | null): Promise<Radio> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    const sinceMs = performance.now() - 2_000;
    let sent = 0;
    if (statedSeconds !== null) response.write(createInfo(statedSeconds));
    const timer = setInterval(() => {
      const due = Math.floor((performance.now() - sinceMs) / FRAME_MS);
      for (; sent < due; sent += 1) response.write(FRAME);
    }, 100);
    listeners.add(response);
    response.on('error', () => undefined);
    response.on('close', () => {
      clearInterval(timer);
      listeners.delete(response);
    });
    response.on('finish', () => clearInterval(timer));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () => {
      for (const response of listeners) response.end();
    },
  };
}

const SECONDS = 6;
for (const stated of [null, SECONDS]) {
  for (const profile of ['core', 'full'] as const) {
    const name = `${profile}: six seconds by the service, ${stated ?? 'no'} seconds by the file, and it goes on`;
    t.test(name, { skip, buffered: true }, async t => {
      const radio = await startRadio(t, stated);
      const rig = await createRig(t, {
        isRecorded: false,
        trackSeconds: SECONDS,
        publicUrl: radio.url,
        profile,
      });
      const { phone } = await rig.ready({ TONEARM_SERVICE_PROFILE: profile });
      await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
      const lateMs = performance.now() + 60_000;
      while (phone.positionMs() < 12_000 && performance.now() < lateMs)
        await new Promise(resolve => setTimeout(resolve, 50));
      t.ok(isSounding(phone.state), 'it sounds');
      t.match(phone.state.item, { index: 0 });
      t.ok(phone.positionMs() >= 12_000, 'the position goes on');
      t.equal(rig.device.index, 0, 'the service was told of no end');
      t.notOk(rig.reported(0).includes(SECONDS), 'nor was the whole length reported');
      await checkSound(t, rig, phone, 'beyond the length of the service');
      radio.end();
      await phone.until('the next item', isAt(1), 40_000);
      t.notOk(phone.seen.some(({ state }) => state.notice !== null));
    });
  }
}
