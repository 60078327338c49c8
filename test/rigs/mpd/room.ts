/** The MPD room of a speaker whose engine and library are fakes. */
import type { Test } from 'tap';
import { createMpd, type MpdOptions } from '../../../src/mpd/mpd.js';
import { houseHosts } from '../../../src/lib/near.js';
import { networkInterfaces } from 'node:os';
import { callMpd, type MpdCaller } from '../../fakes/mpd/caller.js';
import { type FakeDeviceOptions, startFakeDevice } from '../control/device.js';

/** An address of this machine that is not loopback, by which a peer is no program on the device. */
export const [HOUSE_HOST] = houseHosts(networkInterfaces());
export const skipHouse = HOUSE_HOST === undefined ? 'this machine has no network' : false;

/** An item that plays, as clients see it. */
export const ITEM = {
  kind: 'track',
  index: 0,
  title: 'Tide',
  artist: 'The Harbours',
  album: 'Sea',
  durationMs: 200_000,
  feedback: null,
  interactions: [],
} as const;

export const PLAYING = {
  playbackStatus: 'playing',
  silenceReason: null,
  source: { id: 'ST:1', type: 'ST', name: 'Harbour' },
  item: ITEM,
} as const;

export async function openRoom(
  t: Test,
  { mpd = {}, device: given = {} }: { mpd?: Partial<MpdOptions>; device?: FakeDeviceOptions } = {},
) {
  const device = await startFakeDevice(given);
  let entry = 0;
  const server = createMpd({
    host: '0.0.0.0',
    port: 0,
    deviceName: 'Kitchen',
    agent: device.agent,
    entry: () => entry,
    door: await device.control.mpdDoor(),
    reach: async () => ({ detail: 'no picture may be fetched' }),
    clock: { epochMs: () => Date.now(), steadyMs: () => performance.now() },
    logger: device.logger,
    ...mpd,
  });
  const port = await server.start();
  if (port === null) throw new Error('the room does not listen');
  const callers: MpdCaller[] = [];
  t.teardown(async () => {
    for (const { socket } of callers) socket.destroy();
    await server.stop();
    await device.stop();
  });
  return {
    device,
    port,
    /** Another piece begins. */
    next(changes: Parameters<typeof device.agent.change>[0]) {
      entry += 1;
      return device.agent.change(changes);
    },
    async call(host?: string): Promise<MpdCaller> {
      const caller = await callMpd(port, host);
      callers.push(caller);
      return caller;
    },
  };
}
