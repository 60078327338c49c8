import Type from 'typebox';
import type { Command, Reason } from '../../core/command.js';
import type { Agent } from '../../ports.js';
import { admittedCaller, type CallContext, type DefineMethod, type Method } from '../method.js';
import { DONE } from '../../protocol.js';
import {
  asSchema,
  eitherOf,
  none,
  sourceId,
  thumbOrNull,
  volume,
  volumeOffset,
  wholeMs,
} from '../schemas.js';

const SERVICE: readonly Reason[] = ['notPaired', 'notSupported', 'serviceError', 'offline'];
const PLAY: readonly Reason[] = [...SERVICE, 'noSource', 'playerUnavailable'];
const ITEM: readonly Reason[] = ['notPaired', 'noSource', 'notAllowed'];

/** Calls without params, each of which is one command. */
const PLAIN = {
  'player.pause': ['pause', [], 'Pauses; succeeds with nothing playing.'],
  'player.playPause': ['playPause', PLAY, 'Pauses what plays, else plays.'],
  'player.stop': ['stop', [], 'Stops; succeeds with nothing playing.'],
  'player.next': [
    'next',
    [...ITEM, ...SERVICE, 'skipLimitReached'],
    'Goes on to the next item, where the item allows it; what sounds goes on until the service has answered.',
  ],
  'player.previous': [
    'previous',
    [...ITEM, ...SERVICE],
    'Goes back to the previous item, where the item allows it and the service can.',
  ],
  'player.replay': ['replay', [...ITEM, ...SERVICE], 'Plays the item from its start, where it allows that.'],
} as const;

/** What all of these share. */
const common = { access: 'opened', command: true, result: asSchema(DONE) } as const;
/** Every example has a revision of its own, as every call has. */
const FIRST_REVISION = 2_251_799_813_685_248;

export function playerMethods(define: DefineMethod, agent: Agent): Method[] {
  let shown = FIRST_REVISION;
  const ways: Ways = {
    define,
    execute(command, method, context) {
      const { name: client } = admittedCaller(context, common.access);
      const { commandId } = context;
      return agent.execute(command, { client, method, ...(commandId === undefined ? {} : { commandId }) });
    },
    result: () => ({ revision: (shown += 1) }),
  };
  const plain = plainMethods(ways);
  return [playMethod(ways), ...plain, seekMethod(ways), ...levelMethods(ways), feedbackMethod(ways)];
}

/** What the methods are made with. */
interface Ways {
  readonly define: DefineMethod;
  readonly execute: (command: Command, method: string, context: CallContext) => ReturnType<Agent['execute']>;
  /** The answer of the next example. */
  readonly result: () => { readonly revision: number };
}

function plainMethods({ define, execute, result }: Ways): Method[] {
  return Object.entries(PLAIN).map(([name, [type, reasons, doc]]) =>
    define({
      ...common,
      name,
      doc,
      errors: [...new Set(reasons)],
      params: none,
      examples: [{ params: { commandId: `${type}-1` }, result: result() }],
      call: (_params, context) => execute({ type }, name, context),
    }),
  );
}

function playMethod({ define, execute, result }: Ways): Method {
  return define({
    ...common,
    name: 'player.play',
    doc:
      'Plays a source. Without one it resumes, takes a stream back that another device took over, or goes on with ' +
      'the remembered source.',
    errors: PLAY,
    params: Type.Object({ sourceId: Type.Optional(sourceId) }),
    examples: [
      { params: { sourceId: 'ST:1842733190' }, result: result() },
      { params: {}, result: result() },
    ],
    call: ({ sourceId: id }, context) =>
      execute(id === undefined ? { type: 'play' } : { type: 'play', sourceId: id }, 'player.play', context),
  });
}

function seekMethod({ define, execute, result }: Ways): Method {
  return define({
    ...common,
    name: 'player.seek',
    doc: 'Goes to a place in the item, or so far from where it is; clamped to the item.',
    errors: ITEM,
    params: eitherOf(['positionMs', wholeMs], ['offsetMs', wholeMs]),
    examples: [
      { params: { positionMs: 60_000 }, result: result() },
      { params: { offsetMs: -15_000 }, result: result() },
    ],
    call: ({ positionMs, offsetMs }, context) =>
      execute(
        positionMs === undefined ? { type: 'seek', offsetMs } : { type: 'seek', positionMs },
        'player.seek',
        context,
      ),
  });
}

function levelMethods({ define, execute, result }: Ways): Method[] {
  return [
    define({
      ...common,
      name: 'player.setVolume',
      doc: 'Sets the volume, or changes it by so much; clamped to the ceiling. It does not unmute.',
      params: eitherOf(['volume', volume], ['offset', volumeOffset]),
      examples: [
        { params: { volume: 40 }, result: result() },
        { params: { offset: -5, commandId: '6f1b0c52' }, result: result() },
      ],
      call: ({ volume: level, offset }, context) =>
        execute(
          level === undefined ? { type: 'setVolume', offset } : { type: 'setVolume', volume: level },
          'player.setVolume',
          context,
        ),
    }),
    define({
      ...common,
      name: 'player.setMuted',
      doc: 'Mutes or unmutes.',
      params: Type.Object({ muted: Type.Boolean() }),
      examples: [{ params: { muted: true }, result: result() }],
      call: ({ muted }, context) => execute({ type: 'setMuted', muted }, 'player.setMuted', context),
    }),
  ];
}

function feedbackMethod({ define, execute, result }: Ways): Method {
  return define({
    ...common,
    name: 'feedback.set',
    doc: 'Gives the item now playing a thumb up, a thumb down, or none.',
    errors: [...ITEM, 'notSupported', 'serviceError', 'offline'],
    params: Type.Object({ value: thumbOrNull }),
    examples: [
      { params: { value: 'UP' }, result: result() },
      { params: { value: null }, result: result() },
    ],
    call: ({ value }, context) => execute({ type: 'setFeedback', value }, 'feedback.set', context),
  });
}
