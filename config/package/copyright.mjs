// The authors and terms of everything in the package, each as its author wrote them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findModules } from './modules.mjs';

export function toCopyright(root) {
  const others = findModules(root).map(({ path, name }) => `# ${name}\n\n${toTerms(join(root, path))}`);
  return [readFileSync(join(root, 'LICENSE'), 'utf8'), ...others].join('\n');
}

function toTerms(folder) {
  const file = readdirSync(folder).find(name => /^(licen[cs]e|copying)/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `Copyright ${author?.name ?? author}\n\nIts package.json says: ${license}.\n`;
}
