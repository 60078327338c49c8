import { AUDIO_FAULTS } from './audio.js';
import { ALARMS } from './alarms.js';
import type { Fault } from './fault.js';
import { KEYS } from './keys.js';
import { LISTENER_ACTS } from './listener.js';
import { PHONE_FAULTS } from './phones.js';
import { PROCESS_FAULTS } from './processes.js';
import { SERVICE_FAULTS } from './service.js';

export const FAULTS: readonly Fault[] = [
  ...PROCESS_FAULTS,
  ...SERVICE_FAULTS,
  ...AUDIO_FAULTS,
  ...LISTENER_ACTS,
  ...KEYS,
  ...ALARMS,
  ...PHONE_FAULTS,
];
