import { _, Ajv, type CodeKeywordDefinition } from 'ajv';
import { readInto } from './meaning.js';
import { VARIABLE_NAMES, variableOf } from './variables.js';

/** The only keyword of the schema. Its value is the name of a variable; the parsed value replaces the text. */
const IS: CodeKeywordDefinition = {
  keyword: 'is',
  type: 'string',
  schemaType: 'string',
  error: { message: ({ params }) => _`${params['problem']}` },
  code(context) {
    const { gen, data, it } = context;
    const name = String(context.schema);
    const read = gen.scopeValue('func', { ref: readInto, code: _`readInto` });
    const problem = gen.const('problem', _`${read}(${name}, ${data}, ${it.parentData})`);
    context.setParams({ problem });
    context.fail(_`${problem} !== null`);
  },
};

/** The schema for env-schema. Every variable is text in the environment. */
export const SCHEMA = {
  type: 'object',
  required: VARIABLE_NAMES.filter(name => variableOf(name).required === true),
  properties: Object.fromEntries(
    VARIABLE_NAMES.map(name => {
      const { default: value } = variableOf(name);
      return [name, { type: 'string', is: name, ...(value !== undefined && { default: value }) }];
    }),
  ),
};

/** Creates the compiler of the schema. `source`: keep the generated code, so that it can be written to a file. */
export function createCompiler({ source }: { readonly source: boolean }): Ajv {
  // The schema is Tonearm's own, used once and tested: validating and optimising it would only slow down the start.
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    validateSchema: false,
    meta: false,
    code: { optimize: false, source, esm: true },
  });
  ajv.addKeyword(IS);
  return ajv;
}
