import { randomUUID } from 'node:crypto';
import type { Config } from '../config/config.js';
import type { Control } from '../control/control.js';
import { Input } from '../input/input.js';
import { isQuiet } from '../lib/speech.js';
import type { AgentParts, Wiring } from './agent-parts.js';

/** Whom those who look at the speaker see as the cause of a change. */
const NAME = 'Buttons';

/** Heeds buttons, knobs and remote controls (contract, section 7) until the returned part is stopped. */
export async function heedInput(
  { config, clock, logger }: Wiring,
  parts: AgentParts,
  control: Pick<Control, 'ownSession'>,
  devices: Exclude<Config['inputDevices'], 'off'>,
): Promise<Input> {
  const session = await control.ownSession(NAME);
  const told = { speaks: config.speech, refuse: () => soundTones(parts) };
  const input = new Input({ devices, agent: parts.engine, session, clock, logger, ...told });
  await input.start();
  return input;
}

/** Answers what cannot be done with two low tones, unless something sounds. */
function soundTones({ engine, player: { announcer } }: AgentParts): void {
  if (!isQuiet(engine.snapshot().state)) return;
  const id = randomUUID();
  const command = { type: 'announce', id, by: NAME, lengthMs: announcer.takeTones(id) } as const;
  engine.execute(command, { client: NAME, method: 'player.announce' }).catch(() => announcer.end(id));
}
