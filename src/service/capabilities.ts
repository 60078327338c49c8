import type { ServiceProfile } from '../core/abilities.js';
import { createFieldKnowledge, type Has } from './field-knowledge.js';
import { type GraphqlOutcome, toWord } from './graphql-answer.js';
import { isAbout, type Objection } from './objection.js';
import type { Form, Operation } from './operation.js';

type Settled = Exclude<GraphqlOutcome, { readonly type: 'rejected' }>;

export interface Capabilities {
  /**
   * Asks in the richest form that the service is not known to lack, and in a plainer one when it refuses that.
   * Null: it is known to have no form of the operation at all.
   */
  ask<P>(
    operation: Operation<P>,
    send: (form: Form<P>, has: Has) => Promise<Settled>,
  ): Promise<Settled | null>;
  /** Whether some form of the operation may still be asked for. */
  offers<P>(operation: Operation<P>): boolean;
  /** Notes a type of item that nobody has seen before; answers whether asking again tells more of it. */
  noteKind(type: string): boolean;
  /** Told when an operation has turned out to be missing. */
  onLoss(listener: () => void): void;
}

/** After so many refusals that each named something else, the rest is given up at once. */
const REFUSALS = 3;

/**
 * What the service has, operation by operation and field by field. Something is absent when the document was refused before
 * any of it was carried out, by a message that names the very field, argument or enum word asked for; so asking again
 * in a plainer form is safe. Remembered for this process.
 */
export function createCapabilities(profile: ServiceProfile): Capabilities {
  const absent = new Set<unknown>();
  const fields = createFieldKnowledge(profile !== 'core');
  const listeners: (() => void)[] = [];

  const formsOf = <P>(operation: Operation<P>) =>
    operation.forms.filter(form => (profile !== 'core' || form.level === 'core') && !absent.has(form));

  /** One form, asked until no field of it is refused that it can do without. */
  async function askForm<P>(
    form: Form<P>,
    send: (form: Form<P>, has: Has) => Promise<Settled>,
  ): Promise<Settled> {
    for (let refusals = 1; ; refusals += 1) {
      const { has, asked } = fields.forDocument();
      const outcome = await send(form, has);
      if (outcome.type === 'value' || outcome.objections.length === 0) return outcome;
      if (!fields.learn(outcome.objections, asked)) return outcome;
      if (refusals >= REFUSALS) fields.forget(asked);
    }
  }

  return {
    async ask(operation, send) {
      for (const form of formsOf(operation)) {
        const outcome = await askForm(form, send);
        if (outcome.type === 'value' || !lacks(outcome.objections, form.optional)) return outcome;
        // The profile `full` promises these: a missing one is told as an error.
        if (profile === 'full' && form.level === 'full') return outcome;
        absent.add(form);
        for (const listener of listeners) listener();
      }
      return null;
    },
    // Nor one whose name in a refusal of the document would be read as a word for something else.
    noteKind: type => toWord(type) === null && fields.note(type),
    offers: operation => formsOf(operation).length > 0,
    onLoss: listener => {
      listeners.push(listener);
    },
  };
}

function lacks(objections: readonly Objection[], names: readonly string[]): boolean {
  return objections.some(objection => names.some(name => isAbout(objection, name)));
}
