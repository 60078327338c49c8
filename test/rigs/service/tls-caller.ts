/** A program of its own, as Node reads further authorities only when it starts. Prints how two calls to argv[2] ended. */
import { ServiceFault } from '../../../src/contract/errors.js';
import { createService } from '../../../src/service/service.js';
import { calm, RECORD } from './bench.js';
import { createKeptLogger, createMemoryCell, createMovedClock } from '../../fakes/ports/collaborators.js';

const service = createService({
  baseUrl: process.argv[2] ?? '',
  authUrl: process.argv[2] ?? '',
  clientId: 'client',
  clientSecret: '',
  deviceUuid: 'uuid',
  profile: 'core',
  credentials: createMemoryCell(RECORD),
  clock: createMovedClock(),
  logger: createKeptLogger(),
});
const ends: unknown[] = [];
for (const sourceId of ['ST:first', 'ST:second']) {
  try {
    ends.push((await service.playback.setSource(sourceId, calm())).source.id);
  } catch (error) {
    ends.push(error instanceof ServiceFault ? [error.code, error.answerLost] : 'unexpected');
  }
}
await service.stop();
console.log(JSON.stringify(ends));
