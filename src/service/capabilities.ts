import type { GraphqlOutcome } from './graphql-answer.js';
import type { Form, Operation } from './operations.js';

export type ServiceProfile = 'auto' | 'core' | 'full';

type Settled = Exclude<GraphqlOutcome, { readonly type: 'rejected' }>;

export interface Capabilities {
  /** Asks in the richest form that the service is not known to lack, and in a plainer one when it refuses that. */
  ask<P>(operation: Operation<P>, send: (form: Form<P>) => Promise<Settled>): Promise<Settled>;
}

/**
 * What the service has. A form is absent when the document was refused before any of it was carried out, by a message that
 * names the very field or argument asked for; so asking again in a plainer form is safe. Remembered for this process.
 */
export function createCapabilities(profile: ServiceProfile): Capabilities {
  const absent = new Set<unknown>();
  return {
    async ask(operation, send) {
      const known = operation.forms.filter(({ level }) => profile !== 'core' || level === 'core');
      const forms = known.filter(form => !absent.has(form));
      for (const [at, form] of forms.entries()) {
        const outcome = await send(form);
        if (
          at === forms.length - 1 ||
          outcome.type === 'value' ||
          !lacks(outcome.objections, form.optional)
        ) {
          return outcome;
        }
        // The profile `full` promises these: a missing one is told as an error.
        if (profile === 'full' && form.level === 'full') return outcome;
        absent.add(form);
      }
      throw new TypeError(`${operation.name} has no form to send`);
    },
  };
}

function lacks(objections: readonly string[], names: readonly string[]): boolean {
  return objections.some(message => names.some(name => message.split(/[^_0-9A-Za-z]+/).includes(name)));
}
