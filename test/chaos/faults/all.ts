import type { Fault } from './fault.js';
import { PROCESS_FAULTS } from './processes.js';
import { SERVICE_FAULTS } from './service.js';

export const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...SERVICE_FAULTS];
