/** The whole program with its service, and people with browsers who come to it. */
import type { Test } from 'tap';
import type { Phone } from '../../fakes/phones/phone.js';
import type { AgentProcess } from '../agent/process.js';
import { createRig, type Rig } from '../agent/rig.js';
import { sharedBrowser } from './visit.js';
import { createVisitor, type SIZES, type Visitor } from './visitor.js';
import { type PhoneWire, startPhoneWire } from '../../fakes/phones/wire.js';

const TOKEN = 'fixed-token-of-the-onlooker';

/** One speaker, its service, and someone who sees all that it tells. */
export interface Home {
  readonly t: Test;
  readonly rig: Rig;
  readonly agent: AgentProcess;
  readonly onlooker: Phone;
  /** Between one of the phones and the speaker. */
  readonly wire: PhoneWire;
  readonly visitors: readonly Visitor[];
  readonly visit: (size: keyof typeof SIZES) => Promise<Visitor>;
}

export async function openHome(t: Test): Promise<Home> {
  const rig = await createRig(t, { trackSeconds: 90, profile: 'full' });
  const agent = await rig.start({ TONEARM_SERVICE_PROFILE: 'full', TONEARM_CONTROL_TOKEN: TOKEN });
  const onlooker = await rig.phone(agent, TOKEN, 'onlooker');
  const wire = await startPhoneWire(agent.port);
  t.teardown(() => wire.stop());
  const visitors: Visitor[] = [];
  async function visit(size: keyof typeof SIZES): Promise<Visitor> {
    const visitor = await createVisitor(await sharedBrowser(), size);
    visitors.push(visitor);
    return visitor;
  }
  return { t, rig, agent, onlooker, wire, visitors, visit };
}
