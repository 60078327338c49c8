import type { SettleOptions } from '../../src/engine/doubt.js';
import type { ServiceFault } from '../../src/errors.js';
import { createScriptedService } from './engine-ports.js';
import { settled } from './engine-time.js';

/** Runs a call against a scripted service and keeps what became of it. */
export function act<T>(run: (options: SettleOptions) => Promise<T>, signal = new AbortController().signal) {
  const service = createScriptedService();
  const outcome: { value?: T; fault?: unknown } = {};
  const done = run({ service: service.port, signal }).then(
    value => void (outcome.value = value),
    (fault: unknown) => void (outcome.fault = fault),
  );
  const answer = async (value: unknown) => {
    service.last.resolve(value);
    await settled();
  };
  const fail = async (fault: ServiceFault) => {
    service.last.reject(fault);
    await settled();
  };
  return { service, outcome, done, answer, fail };
}
