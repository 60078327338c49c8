import { _, Ajv, type CodeKeywordDefinition } from 'ajv';
import { readInto } from './meaning.js';
import { VARIABLE_NAMES, variableOf } from './variables.js';

/** The one keyword of the schema, a variable's name: what the text means takes its place. */
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

/** For env-schema. Whatever a variable means, in the environment it is a text. */
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

/** What compiles the schema. `source`: to write the code down. */
export function createCompiler({ source }: { readonly source: boolean }): Ajv {
  // The schema is our own, used once, and a test checks it: what would prove or speed it up only costs the start.
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
