import type { ServiceProfile } from '../core/vocabulary/abilities.js';
import { createFieldKnowledge, type Has } from './field-knowledge.js';
import { type SettledOutcome, toWord } from './graphql-answer.js';
import { isAbout, type Objection } from './objection.js';
import type { Form, Operation } from './operation.js';

export interface Capabilities {
  /**
   * Sends the richest form that the service is not known to lack, and a plainer one if it refuses that. Returns null if
   * no form of the operation is left.
   */
  ask<P>(
    operation: Operation<P>,
    send: (form: Form<P>, has: Has) => Promise<SettledOutcome>,
  ): Promise<SettledOutcome | null>;
  /** Whether any form of the operation may still be sent. */
  offers<P>(operation: Operation<P>): boolean;
  /** Records an unknown item type; returns whether asking again yields more of its fields. */
  noteKind(type: string): boolean;
  /** Calls the listener when a form of an operation has turned out to be missing. */
  onLoss(listener: () => void): void;
}

/** After this many refusals that each named something else, all optional fields of the document are given up. */
const REFUSALS = 3;

/**
 * Creates the record of the service's operations and fields. Something is missing if the document was refused before
 * any of it was executed, by a message that names that very field, argument or enum word: asking again in a plainer
 * form is then safe. Kept for the life of this process.
 */
export function createCapabilities(profile: ServiceProfile): Capabilities {
  const absent = new Set<unknown>();
  const fields = createFieldKnowledge(profile !== 'core');
  const listeners: (() => void)[] = [];

  const formsOf = <P>(operation: Operation<P>) =>
    operation.forms.filter(form => (profile !== 'core' || form.level === 'core') && !absent.has(form));

  /** Sends one form, each time without the optional fields refused so far, until no further one is refused. */
  async function askForm<P>(
    { path: [root = ''] }: Operation<P>,
    form: Form<P>,
    send: (form: Form<P>, has: Has) => Promise<SettledOutcome>,
  ): Promise<SettledOutcome> {
    for (let refusals = 1; ; refusals += 1) {
      const { has, asked } = fields.forDocument(root);
      const outcome = await send(form, has);
      if (outcome.type === 'value' || outcome.objections.length === 0) return outcome;
      if (!fields.learn(outcome.objections, asked)) return outcome;
      if (refusals >= REFUSALS) fields.forget(asked);
    }
  }

  return {
    async ask(operation, send) {
      for (const form of formsOf(operation)) {
        if (absent.has(form)) continue;
        const outcome = await askForm(operation, form, send);
        if (outcome.type === 'value' || !lacks(outcome.objections, form.optional)) return outcome;
        // A plainer form that has the refused thing, too, is not tried.
        const lost = operation.forms.filter(({ optional }) => lacks(outcome.objections, optional));
        // The profile `full` promises these operations: a missing one is reported as an error.
        const isLeft = operation.forms.some(each => each.level === 'full' && !lost.includes(each));
        if (profile === 'full' && form.level === 'full' && !isLeft) return outcome;
        for (const each of lost) absent.add(each);
        for (const listener of listeners) listener();
      }
      return null;
    },
    // A type is ignored if its name, in a refusal, would be read as one of the service's error words.
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
