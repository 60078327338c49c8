// Determines from the source which members of the state each event may write; it may report too many, but never too
// few.
import ts from 'typescript';
import { namedMembers, nodesOf } from '../figures/source.mjs';
import { declarationOf, declared } from './tables.mjs';

/** Returns the members of `State` that these nodes, and everything that they may call except `except`, may write. */
export function writesOf(core, nodes, { known = new Map(), except = [] } = {}) {
  const found = new Set(nodes);
  for (const node of found) {
    if (!known.has(node)) known.set(node, direct(core, node));
    for (const to of known.get(node).calls) if (!except.includes(to)) found.add(to);
  }
  const written = new Set([...found].flatMap(node => known.get(node).writes));
  // The members of the playlist are more specific.
  if ([...written].some(member => member.startsWith('playlist.'))) written.delete('playlist');
  return [...written].sort();
}

function direct(core, node) {
  const all = [...nodesOf(node)];
  const calls = all.filter(ts.isIdentifier).flatMap(identifier => declarationOf(core, identifier) ?? []);
  const writes = all.filter(ts.isObjectLiteralExpression).flatMap(literal => {
    const isOfState = literal.properties.some(
      one => ts.isSpreadAssignment(one) && isState(core, one.expression),
    );
    const names = namedMembers(literal).map(({ name }) => name);
    return isPlaylist(core, literal) ? names.map(name => `playlist.${name}`) : isOfState ? names : [];
  });
  return { calls: new Set(calls), writes };
}

function isState({ checker }, expression) {
  const { symbol } = checker.getNonNullableType(checker.getTypeAtLocation(expression));
  return symbol?.name === 'State';
}

/** Whether the literal is used as the playlist, or as a change to it. */
function isPlaylist({ checker }, literal) {
  const type = checker.getContextualType(literal);
  return [type?.symbol, type?.aliasTypeArguments?.[0]?.symbol].some(symbol => symbol?.name === 'Playlist');
}

/** Returns each kind of event with the code that handles it: answers by lane, timers by name, commands by name. */
export function events(core) {
  const rings = declared(core, 'learn/learn.ts', 'RINGS');
  const answered = declared(core, 'learn/learn.ts', 'answered');
  const performed = declared(core, 'learn/commands.ts', 'performed');
  const dealtWithBelow = ['service.answered', 'timer.fired', 'command.received'];
  const isWhole = ({ names }) => names.every(name => !dealtWithBelow.includes(name));
  const prefixed = (prefix, all) =>
    all.map(({ names, nodes }) => ({ names: names.map(name => `${prefix} ${name}`), nodes }));
  return [
    ...cases(core, 'learn/learn.ts', 'handled').filter(isWhole),
    ...cases(core, 'learn/learn.ts', 'ofLoad'),
    {
      names: ['any of these, of a load that is appended'],
      nodes: [declared(core, 'learn/player.ts', 'behindFailed')],
    },
    {
      names: ['command.received'],
      nodes: [declared(core, 'learn/commands.ts', 'commandReceived')],
      except: [performed],
    },
    ...prefixed('… and at once', cases(core, 'learn/commands.ts', 'performed')),
    { names: ['service.answered', 'service.failed'], nodes: answered.body.statements.filter(isNoSwitch) },
    ...prefixed('… in lane', cases(core, 'learn/learn.ts', 'answered')),
    { names: ['timer.fired'], nodes: [declared(core, 'learn/learn.ts', 'rang')], except: [rings] },
    ...rings.initializer.properties.map(one => ({ names: [`… of ${one.name.text}`], nodes: [one] })),
  ];
}

const isNoSwitch = statement => !ts.isSwitchStatement(statement);

/** Returns the cases of the switch in a function; cases with the same code are merged. */
function cases(core, path, name) {
  const { caseBlock } = [...nodesOf(declared(core, path, name))].find(ts.isSwitchStatement);
  const found = [];
  let names = [];
  for (const clause of caseBlock.clauses.filter(ts.isCaseClause)) {
    names.push(clause.expression.text);
    if (clause.statements.length === 0) continue;
    found.push({ names, nodes: [clause] });
    names = [];
  }
  return found;
}
