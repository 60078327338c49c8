import { readFileSync } from 'node:fs';
import { PACKAGE_JSON } from '../place.js';

/** Returns the version in package.json. */
export function readVersion(): string {
  const text = readFileSync(PACKAGE_JSON, 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
