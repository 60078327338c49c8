import Type from 'typebox';
import type { Command } from '../../core/command.js';
import type { Agent } from '../../ports.js';
import { admittedCaller, type CallContext, type DefineMethod, type Method } from '../method.js';
import {
  eitherOf,
  none,
  revision,
  sourceId,
  thumbOrNull,
  volume,
  volumeOffset,
  wholeMs,
} from '../schemas.js';

const access = 'opened';

/** Calls without params, each of which is one command. */
const PLAIN = {
  'player.pause': ['pause', 'Pauses; succeeds with nothing playing.'],
  'player.playPause': ['playPause', 'Pauses what plays, else plays.'],
  'player.stop': ['stop', 'Stops; succeeds with nothing playing.'],
  'player.next': ['next', 'Goes on to the next item, where the item allows it.'],
  'player.previous': ['previous', 'Goes back to the previous item, where the item allows it.'],
  'player.replay': ['replay', 'Plays the item from its start, where the item allows it.'],
} as const;

export function playerMethods(define: DefineMethod, agent: Agent): Method[] {
  const execute = (command: Command, method: string, context: CallContext) =>
    agent.execute(command, { client: admittedCaller(context, access).name, method });

  const plain = Object.entries(PLAIN).map(([name, [type, doc]]) =>
    define({
      name,
      doc,
      access,
      params: none,
      result: revision,
      call: (_params, context) => execute({ type }, name, context),
    }),
  );

  return [
    define({
      name: 'player.play',
      doc: 'Plays a source; without one resumes, or goes on with the remembered source.',
      access,
      params: Type.Object({ sourceId: Type.Optional(sourceId) }),
      result: revision,
      call: (params, context) => execute({ type: 'play', ...params }, 'player.play', context),
    }),
    ...plain,
    define({
      name: 'player.seek',
      doc: 'Goes to a place in the item, or so far from where it is; clamped to the item.',
      access,
      params: eitherOf(['positionMs', wholeMs], ['offsetMs', wholeMs]),
      result: revision,
      call: ({ positionMs, offsetMs }, context) =>
        execute(
          positionMs === undefined ? { type: 'seek', offsetMs } : { type: 'seek', positionMs },
          'player.seek',
          context,
        ),
    }),
    define({
      name: 'player.setVolume',
      doc: 'Sets the volume, or changes it by so much; clamped to the ceiling.',
      access,
      params: eitherOf(['volume', volume], ['offset', volumeOffset]),
      result: revision,
      call: ({ volume: level, offset }, context) =>
        execute(
          level === undefined ? { type: 'setVolume', offset } : { type: 'setVolume', volume: level },
          'player.setVolume',
          context,
        ),
    }),
    define({
      name: 'player.setMuted',
      doc: 'Mutes or unmutes.',
      access,
      params: Type.Object({ muted: Type.Boolean() }),
      result: revision,
      call: ({ muted }, context) => execute({ type: 'setMuted', muted }, 'player.setMuted', context),
    }),
    define({
      name: 'feedback.set',
      doc: 'Gives the item now playing a thumb up, a thumb down, or none.',
      access,
      params: Type.Object({ value: thumbOrNull }),
      result: revision,
      call: ({ value }, context) => execute({ type: 'setFeedback', value }, 'feedback.set', context),
    }),
  ];
}
