/** The documents that people read, and the blocks of commands and settings in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export const PAGES: readonly string[] = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`)
    .sort(),
];

/** Why no test pastes a block: the word behind its language, "```sh pi". CONTRIBUTING.md has the list for writers. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  trial: 'changes the machine: `npm run package:try` pastes it into a Debian of its own',
  root: 'changes the machine, and the trial has no use for it',
  unit: 'needs a speaker that systemd has started',
  pi: 'needs a Raspberry Pi, or a sound card',
  house: 'needs another machine of the household, or a name in its network',
  docker: 'needs Docker',
  release: 'makes or publishes a release',
  internet: 'fetches from the internet',
  sources: 'builds, tests or serves the sources: it is a script of package.json',
};

export interface Block {
  readonly language: string;
  /** Of `NOT_RUN`, or whatever else stands there; empty where a test runs it. */
  readonly mark: string;
  readonly text: string;
}

export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^( *)```(\w*)(?: +([^\n]+))?\n([^]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', mark = '', text = '']) => ({
      language,
      mark,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** The only block of a page in this language that holds these words. */
export function blockOf(path: string, language: string, words: string): string {
  const found = blocksOf(readPage(path)).filter(
    block => block.language === language && block.text.includes(words),
  );
  if (found.length !== 1) throw new Error(`${path}: ${found.length} blocks of ${language} hold "${words}"`);
  return found[0]?.text ?? '';
}
