/** The service's specification as it stands in `docs/`, read table by table, and what a schema has beyond it. */
import { readFileSync } from 'node:fs';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

const TEXT = readFileSync(new URL('../../../../docs/listener-music-service-api.md', import.meta.url), 'utf8');

type Row = readonly string[];

/** The lines of the section under this heading, its subsections left out. */
function linesOf(heading: string): readonly string[] {
  const lines = TEXT.split('\n');
  const start = lines.findIndex(line => /^#+ /.test(line) && line.includes(heading));
  if (start < 0) throw new Error(`the specification has no section ${heading}`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(line => line.startsWith('#'));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The rows of the table under this heading, without its head. */
function tableOf(heading: string): readonly Row[] {
  const rows = linesOf(heading)
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    );
  if (rows.length < 3) throw new Error(`the specification has no table under ${heading}`);
  return rows.slice(2);
}

const ENTITIES = tableOf('Entity fields');
const ITEMS = tableOf('Playback items');
const PAGINATION = tableOf('Pagination object');
const LIST_PROSE: Row = linesOf('Pagination object').filter(line => /\blist result\b/i.test(line));
const QUERIES = tableOf('Queries');
const MUTATIONS = tableOf('Mutations');

/** The codes of the table of identifiers. */
export const TYPE_CODES = tableOf('Identifiers').map(([code = '']) => code);

/** Whether it stands there as a whole word, capitals and all. */
export function isShown(name: string): boolean {
  return says([[TEXT]], name);
}

function says(rows: readonly Row[], name: string): boolean {
  return rows.some(row => row.some(cell => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(cell)));
}

/** The rows whose first column names this type; what holds of all items holds of each. */
function rowsOf(type: string): readonly Row[] {
  const own = [...ENTITIES, ...ITEMS].filter(([owners = '']) => says([[owners]], type));
  return own.length > 0 && type.endsWith('Item')
    ? [...own, ...ITEMS.filter(([owners]) => owners === 'PlaybackItem (all)')]
    : own;
}

const ANY_ITEM = ENTITIES.filter(([owner]) => owner === 'any list item');
const FEEDBACK_ITEM = ENTITIES.filter(([owner]) => owner === 'Feedback item');

/** What the schema has, and the specification does not show; each as a path. Empty when it is the specification's. */
export function beyondSpecification(schema: GraphQLSchema): readonly string[] {
  const beyond: string[] = [];
  const see = (rows: readonly Row[], name: string, path: string): void => {
    if (!says(rows, name)) beyond.push(`${path}${name}`);
  };

  function seeInput(type: GraphQLInputType, rows: readonly Row[], path: string): void {
    const named = getNamedType(type);
    if (isEnumType(named)) for (const { name } of named.getValues()) see(rows, name, path);
    if (!isInputObjectType(named)) return;
    for (const member of Object.values(named.getFields())) {
      see(rows, member.name, path);
      seeInput(member.type, rows, `${path}${member.name}.`);
    }
  }

  /** `given`: where its name has to stand; what it may hold can be told in any cell. */
  function seeArgument(
    { name, type }: GraphQLArgument,
    rows: readonly Row[],
    given: readonly Row[],
    path: string,
  ) {
    see(given, name, path);
    const input = getNamedType(type);
    if (name !== 'pagination' || !isInputObjectType(input)) {
      seeInput(type, rows, `${path}${name}.`);
      return;
    }
    for (const member of Object.values(input.getFields())) {
      const shown = PAGINATION.filter(([first]) => first === member.name).map(row => row.join(' '));
      const only = /only on .*\((\w+)\)/.exec(shown.join(' '))?.[1];
      const isHere = only === undefined || path === `Query.${only}(`;
      see(isHere ? [shown] : [], member.name, `${path}pagination.`);
      seeInput(member.type, rows, `${path}pagination.${member.name}.`);
    }
  }

  function seeField(
    { name, args, type }: GraphQLField<unknown, unknown>,
    rows: readonly Row[],
    path: string,
    given = rows,
  ): void {
    see(rows, name, path);
    for (const argument of args) seeArgument(argument, rows, given, `${path}${name}(`);
    seeType(type, rows, `${path}${name}.`);
  }

  /** Types that the specification names are looked at by themselves; others by the way that leads to them. */
  function seeType(type: GraphQLOutputType, rows: readonly Row[], path: string): void {
    const named = getNamedType(type);
    if (isAbstractType(named)) {
      for (const { name } of schema.getPossibleTypes(named)) {
        if (rowsOf(name).length === 0) beyond.push(`... on ${name}`);
      }
    }
    if (!(isObjectType(named) || isInterfaceType(named)) || rowsOf(named.name).length > 0) return;
    for (const field of Object.values(named.getFields())) seeField(field, rows, path);
  }

  for (const type of Object.values(schema.getTypeMap())) {
    const rows = rowsOf(type.name);
    if (type.name.startsWith('__') || rows.length === 0 || !isObjectType(type)) continue;
    const all = type.name.endsWith('Item') || type.name === 'Profile' ? rows : [...rows, ...ANY_ITEM];
    for (const field of Object.values(type.getFields())) {
      const about = all.filter(([, cell = '']) => says([[cell.split('.')[0] ?? '']], field.name));
      seeField(field, about, `${type.name}.`);
    }
  }
  for (const [root, table] of [
    [schema.getQueryType(), QUERIES],
    [schema.getMutationType(), MUTATIONS],
  ] as const) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const group = getNamedType(field.type);
      const isGroup = field.name === 'playback' && isObjectType(group);
      for (const operation of isGroup ? Object.values(group.getFields()) : [field]) {
        const called = isGroup && table === QUERIES ? `playback.${operation.name}` : operation.name;
        const rows = table.filter(([first]) => first === called);
        const entries = operation.name === 'feedbacks' ? FEEDBACK_ITEM : ANY_ITEM;
        const isList = says(rows, 'list');
        const given = rows.map(([, cell = '']) => [cell]);
        seeField(operation, isList ? [...rows, LIST_PROSE, ...entries] : rows, `${root?.name ?? ''}.`, given);
      }
    }
  }
  return [...new Set(beyond)];
}

/** `Type.field`, every one that the tables of entities and items show. */
export function shownFields(): readonly string[] {
  return [...ENTITIES, ...ITEMS]
    .filter(([owners = '']) => /^[A-Z]/.test(owners) && owners !== 'Feedback item')
    .flatMap(([owners = '', field = '']) =>
      owners
        .split(/[,/]/)
        .map(owner => `${owner.replace(/\(.*\)/, '').trim()}.${field.split(/[.(]/)[0] ?? ''}`),
    );
}

/** Every query and mutation with the arguments that its table shows. */
export function shownOperations(): readonly string[] {
  return [...QUERIES, ...MUTATIONS].map(([name = '']) => name);
}
