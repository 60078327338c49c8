import type { MusicCatalogue } from '../library/catalogue.js';
import type { Listener } from '../library/listeners.js';
import { createDevice, type Device, type PlayingPiece } from './device.js';
import { openProgramme } from './programme.js';

export interface StageOptions {
  readonly catalogue: MusicCatalogue;
  readonly progressFrequency: number | null | undefined;
  /** Whether an account has one stream: a second device takes the stream from the first (profile `full`). */
  readonly oneStream: boolean;
}

/** All devices of all listeners; a device is created when it is first named. */
export interface Stage {
  device(listener: Listener, deviceUuid: string): Device;
  /** Performs `playback.setSource` (specification, section 4). */
  setSource(listener: Listener, deviceUuid: string, sourceId: string): PlayingPiece;
  /** Performs `playback.setProgress`: a report at the item's full length ends it. */
  setProgress(device: Device, sourceId: string, index: number, elapsedS: number): void;
}

export function createStage({ catalogue, progressFrequency, oneStream }: StageOptions): Stage {
  const devices = new Map<string, Device>();

  function deviceOf(listener: Listener, deviceUuid: string): Device {
    const key = `${listener.id}/${deviceUuid}`;
    const known = devices.get(key);
    if (known !== undefined) return known;
    const device = createDevice({ deviceUuid, listener, progressFrequency });
    devices.set(key, device);
    return device;
  }

  return {
    device: deviceOf,
    setSource(listener, deviceUuid, sourceId) {
      const device = deviceOf(listener, deviceUuid);
      const playing = device.setSource(openProgramme(catalogue, listener, sourceId));
      if (oneStream) {
        for (const other of devices.values()) {
          if (other.listener === listener && other !== device && other.playing !== null) {
            other.interrupt('takenOver');
          }
        }
      }
      return playing;
    },
    setProgress(device, sourceId, index, elapsedS) {
      const concerns = device.report('setProgress', sourceId, index, elapsedS);
      if (concerns && elapsedS >= device.current().piece.durationS) device.advance();
    },
  };
}
