import { badArgument } from '../field-error.js';
import type { MusicCatalogue } from '../library/catalogue.js';
import type { FeedbackValue } from '../library/listeners.js';
import type { Move, Moves } from '../playback/moves.js';
import type { Stage } from '../playback/stage.js';
import { currentNode, haltNode, itemNode, type Scope, sourceNode } from './nodes.js';
import { coreRoot, type ReportArgs } from './root.js';

interface FeedbackArgs {
  readonly targetId: string;
  readonly sourceContextId: string;
  readonly value?: FeedbackValue;
  readonly trackToken?: string;
  readonly deviceUuid?: string;
  readonly elapsedTime?: number;
}

/** Returns the resolvers of the `full` profile: those of the specification and the further ones of service.md. */
export function fullRoot(catalogue: MusicCatalogue, stage: Stage, moves: Moves, scope: Scope) {
  const { listener } = scope;
  const core = coreRoot(catalogue, stage, scope);

  const moving =
    <Args extends ReportArgs>(perform: (move: Move, args: Args) => void) =>
    (args: Args): object => {
      const { deviceUuid, sourceId, index, elapsedTime } = args;
      const device = stage.device(listener, deviceUuid);
      perform({ device, sourceId, index, elapsedS: elapsedTime }, args);
      return { status: 'OK', current: currentNode(device, scope) };
    };

  function peek({ deviceUuid, sourceId }: { deviceUuid: string; sourceId?: string }): object | null {
    const device = stage.device(listener, deviceUuid);
    const halted = haltNode(device, device.current(sourceId));
    if (halted !== null) return halted;
    const upNext = scope.isMisled() ? device.decoy() : device.next();
    return upNext === null ? null : itemNode(upNext, scope);
  }

  function rate(args: FeedbackArgs, value: FeedbackValue | null): object {
    const track = catalogue.find(args.targetId);
    const station = listener.station(args.sourceContextId);
    if (track?.type !== 'TR' || station === undefined) {
      throw badArgument('feedback is given on a track of a station of the listener');
    }
    const device = args.deviceUuid === undefined ? null : stage.device(listener, args.deviceUuid);
    const now = device?.playing;
    const isCurrent = now?.piece.id === track.id && now.programme.station === station;
    if (
      value !== null &&
      (args.trackToken === undefined || (isCurrent && args.trackToken !== now.trackToken))
    ) {
      throw badArgument('trackToken is missing or not that of the item');
    }
    listener.setFeedback(track, station, value);
    // A thumb down skips the current item, within the skip limit.
    if (value === 'DOWN' && device !== null && isCurrent) {
      const { index } = now;
      moves.skip({ device, sourceId: station.id, index, elapsedS: args.elapsedTime ?? 0 });
    }
    return { status: 'OK', current: device?.playing == null ? null : currentNode(device, scope) };
  }

  return {
    ...core,
    listenerTemplate: () => ({
      collectionTypes: ['ST', 'AL', 'PC', 'PE'],
      searchTypes: ['SF', 'ST', 'AR', 'AL', 'TR', 'PC', 'PE'],
    }),
    feedback: {
      setFeedback: (args: FeedbackArgs) => rate(args, args.value ?? null),
      removeFeedback: (args: FeedbackArgs) => rate(args, null),
    },
    playback: {
      ...core.playback,
      source({ deviceUuid }: { deviceUuid: string }) {
        const device = stage.device(listener, deviceUuid);
        return sourceNode(device.current().programme, device, scope);
      },
      peek,
      setStarted: moving(move => moves.setStarted(move)),
      pause: moving(move => moves.pause(move)),
      setEnded: moving(move => moves.setEnded(move)),
      skip: moving(move => moves.skip(move)),
      previous: moving(move => moves.previous(move)),
      replay: moving((move, { trackToken }: ReportArgs & { trackToken: string }) =>
        moves.replay(move, trackToken),
      ),
    },
  };
}
