import type { By, Command } from '../../../contract/command.js';
import { METHODS, type Methods } from '../../../contract/methods.js';
import type { Agent } from '../../../contract/ports.js';
import { type Caller, clientOf } from '../../access/caller.js';
import { admittedCaller, type CallContext, refuseBoth, type Row, type Rows } from '../method.js';

type Rowed = Omit<Rows<'player' | 'feedback'>, 'player.announce'>;
type Name = keyof Rowed;

/** The description and example params of each method. */
const SHOWN: { readonly [M in Name]: readonly [doc: string, ...params: readonly Methods[M]['params'][]] } = {
  'player.play': [
    'Plays a source, or the one under a number. Without either, it resumes, takes back a stream that another device ' +
      'took over, or continues the last source.',
    { sourceId: 'ST:1842733190' },
    { preset: 1 },
    {},
  ],
  'player.pause': ['Pauses. Succeeds even if nothing is playing.', { commandId: 'pause-1' }],
  'player.playPause': ['Pauses if something is playing, otherwise plays.', { commandId: 'playPause-1' }],
  'player.stop': ['Stops. Succeeds even if nothing is playing.', { commandId: 'stop-1' }],
  'player.next': [
    'Skips to the next item, if the current one allows it. The current item keeps playing until the service has answered.',
    { commandId: 'next-1' },
  ],
  'player.previous': [
    'Goes back to the previous item, if the current one allows it and the service supports it.',
    { commandId: 'previous-1' },
  ],
  'player.replay': ['Plays the current item from the start, if it allows that.', { commandId: 'replay-1' }],
  'player.seek': [
    'Seeks to a position, or by an offset, clamped to the length of the item.',
    { positionMs: 60_000 },
    { offsetMs: -15_000 },
  ],
  'player.setVolume': [
    'Sets the volume, or changes it by an offset, clamped to the speaker’s limit and, for a guest, to the guest’s own. Does ' +
      'not unmute.',
    { volume: 40 },
    { offset: -5, commandId: '6f1b0c52' },
  ],
  'player.setMuted': ['Mutes or unmutes.', { muted: true }],
  'feedback.set': [
    'Rates the current item with a thumb up or a thumb down, or removes its rating.',
    { value: 'UP' },
    { value: null },
  ],
};

/** What commands need of the engine. */
export type Commanded = Pick<Agent, 'execute' | 'snapshot'>;

/** Limits `setVolume` to the client's own ceiling; the speaker's ceiling applies in addition. */
function belowCeiling(command: Command, volumeMax: number, agent: Commanded): Command {
  if (command.type !== 'setVolume') return command;
  const wanted = 'volume' in command ? command.volume : agent.snapshot().state.volume + command.offset;
  return { type: 'setVolume', volume: Math.max(0, Math.min(wanted, volumeMax)) };
}

/** The revision before that of the first example; each example gets its own, as each call does. */
const FIRST_REVISION = 2_251_799_813_685_248;

/** Marks guests: their commands rank behind those of owners. */
function kindOf({ role }: Caller): Pick<By, 'guest'> {
  return role === 'guest' ? { guest: true } : {};
}

type Commands = {
  [M in keyof typeof METHODS]: (typeof METHODS)[M] extends { readonly does: Command['type'] } ? M : never;
}[keyof typeof METHODS];

/** Executes the core's command that the method declares, on behalf of its caller. */
export function executed<M extends Commands>(
  agent: Commanded,
  method: M,
  { commandId: _, expiresAtMs: __, ...params }: Methods[M]['params'],
  context: CallContext,
): ReturnType<Agent['execute']> {
  const { access, does } = METHODS[method];
  const caller = admittedCaller(context, access);
  const { volumeMax } = caller;
  const asked = { type: does, ...params } as Command;
  const command = volumeMax === null ? asked : belowCeiling(asked, volumeMax, agent);
  return agent.execute(command, causeOf(method, caller, context));
}

/** Who causes what this call does. */
export function causeOf(method: string, caller: Caller, { commandId, peer }: CallContext): By {
  const cause = { client: caller.name, method, ...(commandId !== undefined && { commandId }) };
  return { ...cause, ...kindOf(caller), key: clientOf(caller, peer) };
}

/** Returns the rows of the commands to the speaker; each is one command of the core. */
export function playerMethods(agent: Agent): Rowed {
  let shown = FIRST_REVISION;
  const toRow = (method: Name): Row<Name> => {
    const [doc, ...examples] = SHOWN[method];
    return {
      doc,
      ...(method === 'player.play' && { judge: refuseBoth('sourceId', 'preset') }),
      examples: examples.map(params => ({ params, result: { revision: (shown += 1) } })),
      call: (params, context) => executed(agent, method, params, context),
    };
  };
  const names = Object.keys(SHOWN) as Name[];
  return Object.fromEntries(names.map(name => [name, toRow(name)])) as Rowed;
}
