import { LIBRARY_OPERATIONS } from './library-operations.js';
import { PLAYBACK_OPERATIONS } from './playback-operations.js';

/** All requests to the service (specification, section 4; beyond it the profile `full`). */
export const OPERATIONS = { ...PLAYBACK_OPERATIONS, ...LIBRARY_OPERATIONS };
