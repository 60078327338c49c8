import { currentEnvironment } from '../config/config.js';
import { type LocalDevice, findDevice, listInstances } from '../config/device.js';
import type { Arguments, Option } from './command.js';
import { createTrouble } from './trouble.js';

/** Of the commands that are run on the speaker. */
export const DEVICE_OPTION: Readonly<Record<'device', Option>> = {
  device: {
    value: 'NAME',
    summary: 'choose another speaker on this machine, such as kitchen for tonearm@kitchen',
  },
};

/** The speaker of this machine that the command means. An `ExitError` names those that there are, where it is none of them. */
export function readDevice(
  { values }: Pick<Arguments, 'values'>,
  environment: NodeJS.ProcessEnv = currentEnvironment(),
): LocalDevice {
  const name = values['device'];
  if (name === undefined) return findDevice(environment);
  const instances = listInstances();
  const wanted = name.toLowerCase();
  const found =
    instances.find(each => each === name) ?? instances.find(each => each.toLowerCase() === wanted);
  if (found !== undefined) return findDevice(environment, found);
  const others = instances.map(each => JSON.stringify(each)).join(', ');
  throw createTrouble(
    `this machine has no speaker ${JSON.stringify(name)}`,
    others === ''
      ? 'leave out --device: this machine has no second speaker'
      : `choose one of these: ${others}; leave out --device for the first speaker`,
  );
}
