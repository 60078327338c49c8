import type { IncomingMessage } from 'node:http';
import type { ReadyAnswer } from '../answer.js';
import type { World } from '../world.js';
import { errorAnswer } from './execution.js';
import type { Scope } from './nodes.js';
import type { ParsedRequest } from './request.js';
import { fullRoot } from './full-root.js';

/** Addresses of on-demand items expire sooner than those of stations (service.md, "audioUrl lifetime"). */
const STATION_SECONDS = 3600;
const ON_DEMAND_SECONDS = 300;

interface GraphqlCaller {
  readonly request: IncomingMessage;
  readonly publicUrl: string;
}

/** Returns the access token of a request; empty if it has none. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Answers `POST /api/v1/graphql/graphql` (specification, section 4) after the body has been read. */
export async function answerGraphql(
  asked: ParsedRequest,
  { request, publicUrl }: GraphqlCaller,
  world: World,
): Promise<ReadyAnswer> {
  const names = ['graphql', ...(asked.ok ? asked.operations.map(({ name }) => name) : [])];
  const rejected = world.faults.strike('unauthenticated', names);
  const listener = world.grants.listenerOf(bearerOf(request));
  if (listener === null || rejected !== null) {
    const message = 'The access token is missing, unknown or expired';
    return errorAnswer(Number(rejected?.value ?? 401), 'UNAUTHENTICATED', message);
  }
  if (!asked.ok) return errorAnswer(400, asked.code, asked.message);
  const refused = world.faults.strike('graphqlError', names);
  if (refused !== null) return errorAnswer(200, String(refused.value), 'Something went wrong upstream');

  const scope: Scope = {
    listener,
    publicUrl,
    lendAudio({ id, durationS }, onDemand) {
      const seconds = onDemand ? ON_DEMAND_SECONDS : STATION_SECONDS;
      return publicUrl + world.addresses.lend({ pieceId: id, durationS }, seconds);
    },
    isMisled: () => world.faults.strike('peekMisleads', names) !== null,
    podcast: id => world.catalogue.podcasts.find(podcast => podcast.id === id),
  };
  const root = fullRoot(world.catalogue, world.stage, world.moves, scope);
  return world.execute(asked, root);
}
