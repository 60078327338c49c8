import {
  buildSchema,
  execute,
  GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  validate,
  type ValidationRule,
} from 'graphql';
import { type ReadyAnswer, jsonAnswer } from '../answer.js';
import { CORE_SCHEMA } from './core-schema.js';
import { FULL_SCHEMA } from './full-schema.js';
import type { ParsedRequest } from './request.js';

/** Builds the schema. `core`: the specification; `full`: also what the live service has beyond it. */
export function schemaOf(profile: 'core' | 'full'): GraphQLSchema {
  return buildSchema(profile === 'core' ? CORE_SCHEMA : CORE_SCHEMA + FULL_SCHEMA);
}

/** Refuses fields as if the schema lacked them: by name, or by type and name, such as `Track.album`. */
function lacking(fields: readonly string[]): ValidationRule {
  return context => ({
    Field(node) {
      const type = context.getParentType()?.name ?? '';
      const name = node.name.value;
      if (!fields.includes(name) && !fields.includes(`${type}.${name}`)) return;
      context.reportError(
        new GraphQLError(`Cannot query field "${name}" on type "${type}".`, { nodes: node }),
      );
    },
  });
}

/** Returns an answer without `data`. */
export function errorAnswer(status: number, code: string, message: string): ReadyAnswer {
  return jsonAnswer(status, { errors: [{ message, extensions: { code } }] });
}

/** Validated documents to remember: more than a client sends, few enough for a hostile one. */
const KNOWN = 200;

export type Execute = (
  request: Extract<ParsedRequest, { ok: true }>,
  rootValue: object,
) => Promise<ReadyAnswer>;

/**
 * Returns a function that executes requests against the schema without the fields that it `lacks`. Validation failures
 * answer 400 without `data`; field errors answer 200 beside the valid data (specification, section 7).
 */
export function createExecution(schema: GraphQLSchema, lacks: readonly string[] = []): Execute {
  const rules = [...specifiedRules, lacking(lacks)];
  // Clients send the same few documents again and again, and validation takes longer than their execution.
  const known = new Set<string>();
  return async (request, rootValue) => {
    const invalid = known.has(request.query) ? [] : validate(schema, request.document, rules);
    if (invalid.length > 0) {
      return jsonAnswer(400, { errors: invalid.map(error => toEntry(error, 'GRAPHQL_VALIDATION_FAILED')) });
    }
    if (known.size < KNOWN) known.add(request.query);
    return answerOf(schema, request, rootValue);
  };
}

async function answerOf(
  schema: GraphQLSchema,
  { document, operationName, variables }: Extract<ParsedRequest, { ok: true }>,
  rootValue: object,
): Promise<ReadyAnswer> {
  const { data, errors = [] } = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    rootValue,
  });
  if (data === undefined) {
    return jsonAnswer(400, { errors: errors.map(error => toEntry(error, 'BAD_USER_INPUT')) });
  }
  return jsonAnswer(200, {
    data,
    ...(errors.length > 0 && { errors: errors.map(error => toEntry(error, 'INTERNAL_SERVER_ERROR')) }),
  });
}

function toEntry(error: GraphQLError, fallback: string): object {
  const { message, locations, path, extensions } = error.toJSON();
  return {
    message,
    ...(locations !== undefined && { locations }),
    ...(path !== undefined && { path }),
    extensions: { code: fallback, ...extensions },
  };
}
