// Makes docs/states.md: what the core does, and when.
const code = text => `\`${text.replaceAll('|', '\\|')}\``;
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** `parts`: those of test/core/states/parts.ts. */
export function toStatesPage({ tables, flows, limits }) {
  return `${[INTRODUCTION, toSound(tables.SOUND, flows), toTalk('PLACE', tables.PLACE), toTalk('COMMAND', tables.COMMAND), toLimits(limits), toFlows(flows)].join('\n\n')}\n`;
}

const INTRODUCTION = `# What the speaker does, and when

*For those who change Tonearm, or read its flight records.*

This page is made from the tables of \`src/core\` by \`npm run build && npm run states\`; a test compares the two.

Every event goes straight through. First, what it tells is written down (\`learn/\`). Then the rules draw what follows from that without
asking anybody. Then three tables say what is wanted now: of the sound, of the place that service and speaker agree on, and of a
listener's command. In each table **the first row that fits counts**; the log and the flight record call it by its name.
Whatever is wanted and is not so yet becomes effects (\`reconcile/\`), until nothing changes any more.

**What happens on X?** Look whether one of the [flows](#flows) has it. Otherwise find what writes it down in \`src/core/learn/learn.ts\`, then
in each table the first row that fits the facts as they are then.`;

const TITLES = {
  SOUND: 'what the player should hold, and why nothing is heard',
  PLACE: 'agreeing with the service where the speaker is',
  COMMAND: 'what a listener asked for, one at a time',
};

function toSound(rows, flows) {
  const held = flows.flatMap(({ steps }) => steps).flatMap(({ holds }) => holds);
  const cells = rows.map(({ name, when }, at) => {
    const holds = new Set(held.filter(one => one.row === name).map(({ what }) => what));
    return [at + 1, `**${name}**`, code(when), [...holds].join('; or ')];
  });
  return `## SOUND: ${TITLES.SOUND}\n\n${table(['', 'Row', 'When', 'In the flows, the player holds'], cells)}`;
}

function toTalk(name, rows) {
  const cells = rows.map((row, at) => [at + 1, `**${row.name}**`, code(row.when)]);
  return `## ${name}: ${TITLES[name]}\n\n${table(['', 'Row', 'When'], cells)}`;
}

function toLimits(limits) {
  const rows = Object.entries(limits).map(([name, value]) => [code(name), [value].flat().join(', ')]);
  return `## Limits

\`src/core/vocabulary/limits.ts\` says what each is for.

${table(['Limit', 'Milliseconds, or times'], rows)}`;
}

function toFlows(flows) {
  const told = flows.map(({ name, steps }) => {
    let last = { SOUND: '', PLACE: '', COMMAND: '' };
    const lines = steps.flatMap(({ atMs, event, rows, effects }) => {
      const changed = Object.entries(rows).filter(([of, names]) => names.length > 1 || names[0] !== last[of]);
      last = Object.fromEntries(Object.entries(rows).map(([of, names]) => [of, names.at(-1)]));
      return [
        `${(atMs / 1000).toFixed(1).padStart(6)}  ${event}`,
        ...changed.map(([of, names]) => `          ${of.padEnd(7)} ${names.join(' › ')}`),
        ...wrapped(effects),
      ];
    });
    return `### ${name}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``;
  });
  return `## Flows

Each line is an event, with the seconds since the flow began; under it the rows that decided, where they are others than
before (\`›\`: one after the other, within one decision), and what the outside is told to do (\`→\`). They were driven
through the core itself, and reach every row of the three tables.

${told.join('\n\n')}`;
}

function wrapped(effects) {
  const lines = [];
  for (const effect of effects) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + effect.length < 95)
      lines[lines.length - 1] = `${line} · ${effect}`;
    else lines.push(effect);
  }
  return lines.map((line, at) => `        ${at === 0 ? '→' : ' '} ${line}`);
}
