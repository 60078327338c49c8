/** The part of JSON Schema that the control API uses. */
interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const WIDTH = 100;

/** Renders a JSON Schema in short form, such as `{"limit"?: integer 1…50}`; a named schema is shown by its name. */
export function toShape(schema: object, indent = ''): string {
  const given = schema as ApiSchema;
  if (given.$ref !== undefined) return given.$ref.replace(/.*\//, '');
  if (given.anyOf !== undefined) return given.anyOf.map(branch => toShape(branch, indent)).join(' | ');
  if (given.enum !== undefined) return given.enum.map(value => JSON.stringify(value)).join(' | ');
  if (given.const !== undefined) return JSON.stringify(given.const);
  if (given.type === 'array') return toList(toShape(given.items ?? {}, indent));
  return given.type === 'object' ? toObject(given, indent) : toScalar(given);
}

function toList(entry: string): string {
  return `[${entry}, …]`;
}

function toObject({ properties = {}, required = [], oneOf, description }: ApiSchema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, schema]) => `"${name}"${required.includes(name) ? '' : '?'}: ${toShape(schema, inner)}`,
  );
  // Only one keyword relates members to one another: exactly one of two.
  const note = oneOf === undefined ? '' : `   exactly one of ${description ?? ''}`;
  const line = `{${members.join(', ')}}`;
  if (indent.length + line.length <= WIDTH && !line.includes('\n')) return `${line}${note}`;
  return `{${note}\n${members.map(member => `${inner}${member}`).join(',\n')}\n${indent}}`;
}

function toScalar({ type = 'any', description, minimum, maximum, minLength, maxLength }: ApiSchema): string {
  if (description !== undefined) return `${type} (${description})`;
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (isBounded) return `${type} ${minimum}…${maximum}`;
  return maxLength === undefined ? type : `${type} of ${minLength ?? 0} to ${maxLength} characters`;
}
