// Sizes of files, functions and tables.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { namedMembers, nodesOf } from './source.mjs';

const startOf = (file, node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line;
const isFunction = node => ts.isFunctionLike(node) && node.body !== undefined;

/** Returns the lines of each file. */
export function fileLines({ files, name }) {
  return files.map(file => ({ name: name(file), count: file.text.split('\n').length - 1 }));
}

/** Returns the lines and parameters of each function; the lines of nested functions count too. */
export function functions({ files, name }) {
  return files.flatMap(file =>
    [...nodesOf(file)].filter(isFunction).map(node => ({
      name: `${name(file)}:${startOf(file, node) + 1} ${node.name?.getText(file) ?? ''}`.trim(),
      lines: file.getLineAndCharacterOfPosition(node.end).line - startOf(file, node) + 1,
      parameters: node.parameters.length,
    })),
  );
}

/** Returns the row names of each table: an array of rows with `name`, `when` and `want`. */
export function tables({ files, name }) {
  return files
    .filter(file => name(file).startsWith('tables/'))
    .flatMap(file => [...nodesOf(file)].filter(ts.isArrayLiteralExpression).map(rowNames))
    .filter(({ length }) => length > 0);
}

function rowNames({ elements }) {
  return elements.filter(ts.isObjectLiteralExpression).flatMap(row => {
    const members = new Map(namedMembers(row).map(member => [member.name, member.value]));
    return ['name', 'when', 'want'].every(one => members.has(one)) ? [members.get('name').text] : [];
  });
}

/** Returns the rows that occur in no flow of docs/states.md. */
export function unreached(rows) {
  const page = readFileSync(new URL('../../docs/states.md', import.meta.url), 'utf8');
  const lines = page.slice(page.indexOf('## Flows')).split('\n');
  const reached = new Set(lines.flatMap(line => line.replace(/^ +[A-Z]+ +/, '').split(' › ')));
  return rows.filter(row => !reached.has(row));
}

/** Returns the places in the core, outside its table, where a row's name is tested or written. */
export function namedElsewhere({ files, name }, rows) {
  return files
    .filter(file => !name(file).startsWith('tables/'))
    .flatMap(file =>
      [...nodesOf(file)]
        .filter(ts.isStringLiteral)
        // Single words such as `paused` are also used for other things than rows.
        .filter(({ text }) => text.includes(' ') && rows.includes(text))
        .map(node => `${name(file)}:${startOf(file, node) + 1} ${node.text}`),
    );
}
