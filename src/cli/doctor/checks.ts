import { account } from './account.js';
import { admission } from './admission.js';
import { audio } from './audio.js';
import { audioHost } from './audio-host.js';
import { clock } from './clock.js';
import { configuration } from './configuration.js';
import { discovery } from './discovery.js';
import { input } from './input.js';
import { instances } from './instances.js';
import { machine } from './machine.js';
import { mpd } from './mpd.js';
import { nameServers } from './name-servers.js';
import { node } from './node.js';
import { player } from './player.js';
import { port } from './port.js';
import type { Check } from './scene.js';
import { service } from './service.js';
import { storage } from './storage.js';
import { unit } from './unit.js';
import { wifi } from './wifi.js';

/** All checks, in the order of the report. */
export const CHECKS: readonly Check[] = [
  configuration,
  instances,
  admission,
  clock,
  nameServers,
  service,
  account,
  audioHost,
  player,
  audio,
  input,
  port,
  mpd,
  discovery,
  storage,
  machine,
  node,
  wifi,
  unit,
];
