// How long things are.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { namedMembers, nodesOf } from './source.mjs';

const startOf = (file, node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line;
const isFunction = node => ts.isFunctionLike(node) && node.body !== undefined;

/** Lines of each file. */
export function fileLines({ files, name }) {
  return files.map(file => ({ name: name(file), count: file.text.split('\n').length - 1 }));
}

/** Lines and parameters of each function, from its first line to its last; those within it count as its own too. */
export function functions({ files, name }) {
  return files.flatMap(file =>
    [...nodesOf(file)].filter(isFunction).map(node => ({
      name: `${name(file)}:${startOf(file, node) + 1} ${node.name?.getText(file) ?? ''}`.trim(),
      lines: file.getLineAndCharacterOfPosition(node.end).line - startOf(file, node) + 1,
      parameters: node.parameters.length,
    })),
  );
}

/** The tables: arrays of rows with a `name`, a `when` and a `want`; and the names of the rows. */
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

/** The rows that no flow of docs/states.md has. */
export function unreached(rows) {
  const page = readFileSync(new URL('../../docs/states.md', import.meta.url), 'utf8');
  const lines = page.slice(page.indexOf('## Flows')).split('\n');
  const reached = new Set(lines.flatMap(line => line.replace(/^ +[A-Z]+ +/, '').split(' › ')));
  return rows.filter(row => !reached.has(row));
}

/** Places in the core where the name of a row is tested or written, outside its table. */
export function namedElsewhere({ files, name }, rows) {
  return files
    .filter(file => !name(file).startsWith('tables/'))
    .flatMap(file =>
      [...nodesOf(file)]
        .filter(ts.isStringLiteral)
        // Single words, such as `paused`, are what else than rows is called too.
        .filter(({ text }) => text.includes(' ') && rows.includes(text))
        .map(node => `${name(file)}:${startOf(file, node) + 1} ${node.text}`),
    );
}
