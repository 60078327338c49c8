import { toExample, VARIABLE_NAMES, type VariableName, variableOf } from './variables.js';

/**
 * Returns `config/tonearm.env.example`, the file that systemd reads: every variable explained, only the required ones
 * active. The package installs it unchanged as the owner's settings, so it addresses the owner.
 */
export function toEnvExample(): string {
  const intro = [
    '# Settings of Tonearm, which systemd reads from /etc/tonearm/tonearm.env: NAME=value, without quotes.',
    '# Lines that begin with # are ignored; an empty value counts as unset.',
    '# After editing this file, run: sudo systemctl restart tonearm',
    '# Files named here must be readable by the user tonearm, which the service runs as.',
  ];
  const text = `${[intro.join('\n'), ...VARIABLE_NAMES.map(toEntry)].join('\n\n')}\n`;
  // In ASCII: a bare Debian has no locale to show more.
  return text.replaceAll('’', "'").replaceAll('…', '*');
}

/** Returns the configuration table of docs/configuration.md, without the markers around it. */
function toTable(): string {
  const rows = VARIABLE_NAMES.map(
    name => `| \`${name}\` | ${toDefault(name)} | ${variableOf(name).description} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** Replaces the text between the markers. Throws if they are missing. */
export function replaceTable(page: string): string {
  const [begin, end] = ['<!-- configuration: begin -->', '<!-- configuration: end -->'];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from)
    throw new Error('docs/configuration.md lacks the markers of the configuration table');
  return `${page.slice(0, from)}${begin}\n${toTable()}\n${page.slice(to)}`;
}

function toEntry(name: VariableName): string {
  const { description, required } = variableOf(name);
  const rest = required === true ? 'Required.' : `Default: ${toDefault(name)}.`;
  const lines = wrap(`${description} ${rest}`.replaceAll('`', ''), 98).map(line => `# ${line}`);
  const example = toExample(name);
  const setting = required === true ? [`# Example: ${example}`, `${name}=`] : [`#${example}`];
  return [...lines, ...setting].join('\n');
}

function toDefault(name: VariableName): string {
  const { required, default: value, defaultText = 'none' } = variableOf(name);
  if (required === true) return 'required';
  return value === undefined ? defaultText : `\`${value}\``;
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
