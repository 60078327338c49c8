import type { Config } from '../config.js';
import type { Control } from '../control/control.js';
import { createInput, type Input } from '../input/input.js';
import type { AgentParts, Wiring } from './agent-parts.js';

/** Whom those who look at the speaker see as the cause of a change. */
const NAME = 'Buttons';

/** Heeds buttons, knobs and remote controls (contract, section 7) until the returned part is stopped. */
export async function heedInput(
  { clock, logger }: Wiring,
  { engine }: AgentParts,
  control: Pick<Control, 'ownSession'>,
  devices: Exclude<Config['inputDevices'], 'off'>,
): Promise<Input> {
  const session = await control.ownSession(NAME);
  const input = createInput({ devices, agent: engine, session, clock, logger });
  await input.start();
  return input;
}
