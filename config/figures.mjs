// Prints how well the core meets its structural limits, beside earlier values; exits with 1 if a limit is exceeded.
import { readImports } from './figures/imports.mjs';
import { fileLines, functions, namedElsewhere, tables, unreached } from './figures/sizes.mjs';
import { publicShapes } from './figures/shapes.mjs';
import { readCore } from './figures/source.mjs';
import { effectMakers, writers } from './figures/writers.mjs';

const core = readCore();
const imports = readImports();
const written = writers(core);
const ofState = [...written].filter(([member]) => member.startsWith('State.'));
const within = [...written].filter(([member]) => !member.startsWith('State.'));
const files = fileLines(core);
const all = functions(core);
const rows = tables(core);

const most = counts => Math.max(0, ...counts);
const sum = counts => counts.reduce((total, count) => total + count, 0);
const many = (entries, limit) =>
  entries
    .filter(([, names]) => names.length > limit)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([member, names]) => `${names.length} ${member}: ${names.join(', ')}`);
const over = (things, count, limit) =>
  things.filter(thing => count(thing) > limit).map(thing => `${count(thing)} ${thing.name}`);

/** Returns the lines of each folder, the largest first; `.` stands for files outside of folders. */
function folderLines(counted) {
  const folders = new Map();
  for (const { name, count } of counted) {
    const folder = name.includes('/') ? name.slice(0, name.indexOf('/')) : '.';
    folders.set(folder, (folders.get(folder) ?? 0) + count);
  }
  return [...folders].sort(([, a], [, b]) => b - a).map(([folder, count]) => `${count} ${folder}`);
}

/**
 * `was`: the value at 86633cc; null: not measured then. `limit` null: only printed. `asked`: the target; `why`: why it
 * is not met.
 */
const FIGURES = [
  {
    what: 'files that make effects (an object literal with the type of one)',
    was: 20,
    limit: 4,
    now: effectMakers(core).length,
    offenders: effectMakers(core),
  },
  {
    what: 'most files that write one member of the state (by `{ ...state, member }`)',
    was: 14,
    limit: 1,
    now: most(ofState.map(([, names]) => names.length)),
    offenders: many(ofState, 1),
  },
  {
    what: 'most files that write one member of what lies in the state (by `{ ...entry, member }`)',
    was: null,
    limit: 1,
    now: most(within.map(([, names]) => names.length)),
    offenders: many(within, 1),
  },
  {
    what: 'imports that go upward, or around (.dependency-cruiser.cjs)',
    was: null,
    limit: 0,
    now: imports.violations.length,
    offenders: imports.violations,
  },
  {
    what: 'floors (files in the longest chain of imports, those of types too)',
    was: 16,
    limit: 9,
    now: imports.floors.length,
    offenders: [imports.floors.join(' → ')],
  },
  {
    what: 'lines of the longest file',
    was: null,
    limit: 200,
    now: most(files.map(({ count }) => count)),
    offenders: over(files, ({ count }) => count, 200),
  },
  {
    what: 'lines of the longest function',
    was: null,
    limit: 60,
    now: most(all.map(({ lines }) => lines)),
    offenders: over(all, ({ lines }) => lines, 60),
  },
  {
    what: 'most parameters',
    was: null,
    limit: 4,
    now: most(all.map(({ parameters }) => parameters)),
    offenders: over(all, ({ parameters }) => parameters, 4),
  },
  {
    what: 'rows of the longest table',
    was: null,
    limit: 18,
    now: most(rows.map(({ length }) => length)),
    offenders: [],
  },
  {
    what: 'rows that no flow of docs/states.md reaches',
    was: null,
    limit: 0,
    now: unreached(rows.flat()).length,
    offenders: unreached(rows.flat()),
  },
  {
    what: 'lines of the core, with what was settled in the engine then',
    was: 3487,
    limit: 6220,
    asked: 3200,
    why: `Named operations, one writer a member, are more lines than \`{ ...state }\` in place; types, imports and comments are
  a third of them. What came since 86633cc (podcasts, items without a place, hosts that refuse, lapsed devices,
  whose account it is) is in it, too, and what stood in control, client and config then: the shapes of the public state
  and of the commands; since then, that guests are one client of the queue, and whoever shows no token another,
  that pause and play in turn pile up no notes, that nobody waits for ever, that to go on is asked once,
  what comes next and what is heard, for those who list it, how loud it may be, what is told of a
  new name, that a skip may join one whose answer was lost,
  that a new sign-in ends every wait, that an item which its host alone refuses is given up once,
  that no more is reported than was heard, that the rest of an item is appended where its data break off,
  and the speaker's day: presets, a source at power-on, quiet hours, a sleep timer, alarms and announcements.`,
    now: sum(files.map(({ count }) => count)),
    offenders: folderLines(files),
  },
  { what: 'files of the core', was: 35, limit: null, now: files.length },
  { what: 'arrows between them', was: 225, limit: null, now: imports.arrows },
  {
    what: 'files that say what types the members of the public state are of',
    was: 3,
    limit: 1,
    now: publicShapes().length,
    offenders: publicShapes(),
  },
  {
    what: 'places where the phase, or a row by its name, is tested',
    was: 71,
    limit: 0,
    now: namedElsewhere(core, rows.flat()).length,
    offenders: namedElsewhere(core, rows.flat()),
  },
];

const isKept = ({ now, limit }) => limit === null || now <= limit;
const toLine = figure => {
  const { what, was, limit, now } = figure;
  const verdict = limit === null ? '' : isKept(figure) ? 'kept' : 'NOT KEPT';
  const columns = [was ?? '–', now, limit ?? '–'].map(count => String(count).padStart(9)).join('');
  return `${columns}  ${verdict.padEnd(9)} ${what}`;
};

console.log(`  86633cc      now    limit            what\n${FIGURES.map(toLine).join('\n')}`);
for (const figure of FIGURES.filter(one => !isKept(one)))
  console.log(`\n${figure.what}:\n${figure.offenders.map(line => `  ${line}`).join('\n')}`);
for (const { what, asked, why } of FIGURES.filter(({ why }) => why !== undefined))
  console.log(`\n${what}: ${asked} were asked for.\n  ${why}`);
process.exitCode = FIGURES.every(isKept) ? 0 : 1;
