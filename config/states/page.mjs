// Makes docs/states.md: what the core does, when, and why.
import ts from 'typescript';
import { nodesOf, readCore } from '../figures/source.mjs';
import {
  asksOf,
  declarationOf,
  declared,
  docOf,
  guardsOf,
  localsOf,
  plain,
  rowsOf,
  silencesOf,
  toCondition,
  waitsOf,
  wordsOf,
} from './tables.mjs';
import { events, writesOf } from './writes.mjs';

const code = text => `\`${text.replaceAll('|', '\\|')}\``;
const list = names => (names.length === 0 ? '–' : names.map(code).join(', '));
const when = text => (text === null ? 'otherwise' : code(text));
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** `flows`: the traces by name, with the steps that the core made. */
export function toStatesPage(parts) {
  const { flows, timers, limits, lost } = parts;
  const core = readCore();
  return `${[
    INTRODUCTION,
    toSound(core, parts),
    toTalk(core, timers, ['PLACE', 'tables/place.ts', 'place']),
    toTalk(core, timers, ['COMMAND', 'tables/command.ts', 'command']),
    toNotes(core, timers),
    toRules(core),
    toLost(core, lost),
    toLimits(core, limits),
    toWords(core),
    toEvents(core),
    toFlows(flows),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `# What the speaker does, when, and why

*For those who change Tonearm, or read its flight records.*

This page is generated from the code of \`src/core\` by \`npm run build && npm run states\`; a test compares the two.

Every event goes straight through. First, what it tells is written down (\`learn/\`). Then the rules draw what follows from that without
asking anybody. Then three tables say what is wanted now: of the sound, of the place that service and speaker agree on, and of a
listener's command. In each table **the first row that fits counts**; the log and the flight record call it by its name.
Whatever is wanted and is not so yet becomes effects (\`reconcile/\`), until nothing changes any more.

**What happens on X?** Find the event under [What an event may change](#what-an-event-may-change), then in each table the first row
that fits the facts as they are then. Or look whether one of the [flows](#flows) has it.`;

function toSound(core, { flows, timers, silences }) {
  const held = flows.flatMap(({ steps }) => steps).flatMap(({ holds }) => holds);
  const rows = rowsOf(core, 'tables/sound.ts', 'SOUND').map((row, at) => {
    const reasons = silencesOf(core, row, silences);
    const holds = new Set(held.filter(one => one.row === row.name).map(({ what }) => what));
    return [
      at + 1,
      `**${row.name}**`,
      when(toCondition(row.when)),
      [...holds].join('; or '),
      reasons.length === 0 ? 'none: it sounds' : list(reasons),
      list(waitsOf(core, row.want, timers)),
    ];
  });
  return `## SOUND: what the player should hold, and why nothing is heard

${table(['', 'Row', 'When', 'In the flows, the player holds', '`silenceReason`', 'Waits for'], rows)}`;
}

const TITLES = {
  PLACE: 'agreeing with the service where the speaker is',
  COMMAND: 'what a listener asked for, one at a time',
};

function toTalk(core, timers, [name, path]) {
  const rows = rowsOf(core, path, name).map((row, at) => [
    at + 1,
    `**${row.name}**`,
    when(toCondition(row.when)),
    list(asksOf(core, row.want)),
    list(waitsOf(core, row.want, timers)),
  ]);
  return `## ${name}: ${TITLES[name]}

${table(['', 'Row', 'When', 'Asks the service', 'Waits for'], rows)}`;
}

const NOTES = ['tellOf', 'watchOf', 'peekOf'];

function toNotes(core, timers) {
  const notes = NOTES.map(name => {
    const node = declared(core, 'tables/notes.ts', name);
    const rows = guardsOf(core, 'tables/notes.ts', name).map(({ when: condition, want }) => [
      when(condition === null ? null : plain(condition.getText())),
      list(asksOf(core, want)),
      list(waitsOf(core, want, timers)),
    ]);
    const locals = localsOf(core, 'tables/notes.ts', name).map(text => `- \`${text}\``);
    const where = locals.length === 0 ? '' : `\n\nwhere\n\n${locals.join('\n')}`;
    return `### ${name.replace('Of', '')}

${docOf(node)}

${table(['When', 'Asks the service', 'Waits for'], rows)}${where}`;
  });
  return `## Notes: what else is said to the service

${notes.join('\n\n')}`;
}

function toRules(core) {
  const rows = declared(core, 'rules/rules.ts', 'RULES').initializer.properties.map(one => {
    const rule = declarationOf(core, one.initializer);
    return [`**${one.name.text}**`, docOf(rule) ?? '', list(writesOf(core, [rule]))];
  });
  return `## Rules: what follows without the outside

They are tried in this order, after every event and again after every round.

${table(['Rule', 'Why', 'May write'], rows)}`;
}

function toLost(core, lost) {
  const { initializer } = declared(core, 'vocabulary/lost.ts', 'LOST');
  const rows = initializer.properties.map(one => {
    const name = one.name.text;
    const done = one.initializer.properties.find(member => member.name.text === 'wasDone').initializer;
    const sign = ts.isIdentifier(done) ? docOf(declared(core, 'vocabulary/lost.ts', done.text)) : null;
    const { read, sendings } = lost[name];
    const shown = read === null ? 'nothing: doing it again comes to the same' : code(read);
    const how = read === null ? '–' : `${code(done.getText())}${sign === null ? '' : `: ${sign}`}`;
    return [`**${name}**`, shown, how, sendings];
  });
  return `## Lost: how a lost answer is settled

${table(['Request', 'What is asked', 'It was done where', 'Sent at most'], rows)}`;
}

function toLimits(core, limits) {
  const declaration = declared(core, 'vocabulary/limits.ts', 'LIMITS');
  const members = [...nodesOf(declaration)].filter(ts.isPropertyAssignment);
  const rows = Object.entries(limits).map(([name, value]) => [
    code(name),
    [value].flat().join(', '),
    docOf(members.find(member => member.name.text === name)) ?? '',
  ]);
  return `## Limits

${docOf(declaration)}

${table(['Limit', 'Milliseconds, or times', ''], rows)}`;
}

/** The section on the facts that the conditions above use. */
function toWords(core) {
  const rows = [
    ...rowsOf(core, 'tables/sound.ts', 'SOUND').map(row => row.when),
    ...rowsOf(core, 'tables/place.ts', 'PLACE').map(row => row.when),
    ...rowsOf(core, 'tables/command.ts', 'COMMAND').map(row => row.when),
    ...NOTES.flatMap(name => guardsOf(core, 'tables/notes.ts', name).flatMap(({ when: node }) => node ?? [])),
  ];
  const words = wordsOf(core, rows).map(([name, text]) => `- ${code(name)}: ${text}`);
  return `## Words of the conditions

${words.join('\n')}`;
}

function toEvents(core) {
  const known = new Map();
  const learnt = events(core).map(({ names, nodes, except }) => [
    names.every(name => name.includes(' ')) ? names.join(', ') : list(names),
    list(writesOf(core, nodes, { known, except })),
  ]);
  const members = core.files.find(file => core.name(file) === 'model/state.ts');
  const state = [...nodesOf(members)].find(
    node => ts.isInterfaceDeclaration(node) && node.name.text === 'State',
  );
  const steps = [
    ['rules', declared(core, 'rules/rules.ts', 'ruled')],
    ['the player is told', declared(core, 'reconcile/player.ts', 'reconcilePlayer')],
    ['questions are opened and ended', declared(core, 'reconcile/questions.ts', 'reconcileQuestions')],
    ['timers are set and cancelled', declared(core, 'reconcile/timers.ts', 'reconcileTimers')],
    ['listeners are answered', declared(core, 'reconcile/answers.ts', 'reconcileAnswers')],
  ].map(([name, node]) => [name, list(writesOf(core, [node], { known }))]);
  return `## What an event may change

The members of the state are ${list(state.members.map(member => member.name.text))}.

What stands here is found in the source: the code that hears the event, and all that it may call, is searched for
\`{ ...state, member }\`. So it is never too little, and often more than one event of the kind ever does. \`now\` is the
time of the event itself. A row that begins with … adds to the one above it. Whatever tells something, but for answers and
positions, sets \`ledger.inARow\` back, too.

${table(['Event', 'What it tells may write'], learnt)}

After it, whatever it was:

${table(['Step', 'May write'], steps)}`;
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
