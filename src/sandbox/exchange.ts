import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ReadyAnswer, pageAnswer } from './answer.js';
import type { FaultName } from './faults/catalogue.js';
import { damageAnswer } from './faults/damage.js';
import type { Faults, Strike } from './faults/switchboard.js';
import type { RequestRecord } from './requests.js';
import { wait } from './wait.js';

/** One HTTP request on its way through the sandbox. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request's operations and its area, by the names that faults use. */
  readonly names: readonly string[];
  readonly records: readonly RequestRecord[];
}

/**
 * Applies the faults that strike before anything is done.
 * @returns true if the request ends here
 */
export async function isStruckDown(
  exchange: Exchange,
  faults: Faults,
  closing: AbortSignal,
): Promise<boolean> {
  const { response, names, records } = exchange;
  const strike = (fault: FaultName): Strike | null => {
    const struck = faults.strike(fault, names);
    if (struck !== null) for (const record of records) record.fault = fault;
    return struck;
  };

  const delay =
    Number(strike('latency')?.value ?? 0) +
    Number(strike('jitter')?.value ?? 0) * Math.random() +
    Number(strike('slowRefresh')?.value ?? 0);
  if (delay > 0) await wait(delay, closing);

  if (strike('dropRequest') !== null) {
    response.destroy();
    return true;
  }
  if (strike('blackHole') !== null) return true;
  const status = strike('status') ?? strike('audioStatus');
  if (status !== null) {
    const retry = [429, 503].includes(Number(status.value)) && { 'retry-after': String(status.retryAfterS) };
    const headers = { 'content-type': 'text/plain', ...retry };
    await deliver(exchange, { status: Number(status.value), headers, body: 'out of order\n' });
    return true;
  }
  if (strike('captivePortal') !== null || strike('audioWrongType') !== null) {
    await deliver(exchange, pageAnswer(200, '<!doctype html><title>Sign in to the café’s WLAN</title>'));
    return true;
  }
  return false;
}

/** Sends a computed answer, unless a fault loses or damages it. */
export async function deliverOrLose(exchange: Exchange, answer: ReadyAnswer, faults: Faults): Promise<void> {
  const { names, records, response } = exchange;
  if (faults.strike('lostAnswer', names) !== null) {
    for (const record of records) record.fault = 'lostAnswer';
    response.destroy();
    return;
  }
  await deliver(exchange, damageAnswer(answer, names, faults));
}

/** Sends an answer unchanged; settles when the response is closed. */
export async function deliver({ response }: Exchange, { status, headers, body }: ReadyAnswer): Promise<void> {
  if (response.destroyed) return;
  const closed = once(response, 'close');
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  await closed;
}
