import type { ReadyAnswer } from '../answer.js';
import { isRecord } from '../record.js';
import type { Faults } from './switchboard.js';

/** Returns the answer with the damage that active faults cause: wrong types, missing parts, padding. */
export function damageAnswer(answer: ReadyAnswer, names: readonly string[], faults: Faults): ReadyAnswer {
  if (!String(answer.headers['content-type']).startsWith('application/json')) return answer;
  let body = answer.body;
  if (faults.strike('noAddress', names) !== null)
    body = body.replace(/"audioUrl":"(?:[^"\\]|\\.)*"/g, '"audioUrl":null');
  if (faults.strike('wrongTypes', names) !== null) body = JSON.stringify(confuse(JSON.parse(body)));
  if (faults.strike('partialData', names) !== null) body = JSON.stringify(thin(JSON.parse(body)));
  const padded = faults.strike('oversizedJson', names);
  if (padded !== null) body = `${' '.repeat(Math.max(0, Number(padded.value) - body.length))}${body}`;
  if (faults.strike('truncatedJson', names) !== null) body = body.slice(0, Math.ceil(body.length / 2));
  return { ...answer, body };
}

function confuse(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return `n${value}`;
  if (typeof value === 'boolean') return [value];
  if (Array.isArray(value)) return { first: confuse(value[0]) ?? null };
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, confuse(part)]));
}

/** Removes every second entry of each list and every `art` and `artist`, each with an error that holds its path. */
function thin(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const errors: unknown[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (Array.isArray(value)) {
      return value.map((part, at) => (at % 2 === 1 ? lose([...path, at]) : walk(part, [...path, at])));
    }
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        name === 'art' || name === 'artist' ? lose([...path, name]) : walk(part, [...path, name]),
      ]),
    );
  };
  const lose = (path: readonly (string | number)[]): null => {
    errors.push({ message: 'upstream timed out', path, extensions: { code: 'UPSTREAM_ERROR_SERVICE' } });
    return null;
  };
  const data = walk(body['data'], []);
  return { data, errors: [...errors, { message: 'one more thing' }] };
}
