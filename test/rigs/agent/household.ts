/** A speaker that is Ada’s and plays, her phone, and the other listeners of her service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { AccessChange } from '../../../src/contract/protocol.js';
import { isAt, type Phone } from '../../fakes/phones/phone.js';
import { aStation, createRig, type Rig, type Testbed } from './rig.js';

export interface Household extends Testbed {
  readonly rig: Rig;
  readonly ada: string;
  readonly mallory: string;
  /** What an owner was told of who comes and goes. */
  readonly told: AccessChange[];
}

export async function createHousehold(
  t: Test,
  environment: Readonly<Record<string, string>> = {},
): Promise<Household> {
  const rig = await createRig(t, { trackSeconds: 90 });
  const testbed = await rig.ready(environment);
  const { phone } = testbed;
  const told = toldTo(phone);
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  const [ada, mallory] = rig.sandbox.listeners;
  return { ...testbed, rig, told, ada: ada?.id ?? '', mallory: mallory?.id ?? '' };
}

/** What this owner is told from now on of who comes and goes. */
export function toldTo({ client }: Phone): AccessChange[] {
  const told: AccessChange[] = [];
  client.ws.on('message', data => {
    const message = JSON.parse((data as Buffer).toString()) as { method?: string; params?: AccessChange };
    if (message.method === 'access.changed' && message.params !== undefined) told.push(message.params);
  });
  return told;
}

/** The service ends the pairing, and the speaker has noticed. */
export async function endPairing({ rig, phone }: Pick<Household, 'rig' | 'phone'>): Promise<void> {
  rig.sandbox.revokeTokens();
  await phone.ask('library.profile');
  await phone.until('unpaired', ({ pairing }) => pairing === 'unpaired');
}

export function credentialsOf({ stateDir }: Rig): Record<string, unknown> {
  return JSON.parse(readFileSync(join(stateDir, 'credentials.json'), 'utf8')) as Record<string, unknown>;
}

export async function codeOf(phone: Phone, role = 'owner'): Promise<string> {
  return String((await phone.call('access.invite', { role, digits: true }))['code']);
}
