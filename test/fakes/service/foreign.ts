/** A music service that is none of ours: another GraphQL server, which knows the specification's names and no others. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { startAudioServer } from '../audio/server.js';
import { FOREIGN_SCHEMA } from './foreign-schema.js';

export const CLIENT = { id: 'a client', secret: 's+cret/%' };
export const STATION = 'ST:77:1';
/** Whole seconds of every track. */
export const TRACK_SECONDS = 6;

const ACCESS = 'foreign-access';

/** One document that it was sent, and what its validator had against it. */
export interface Asked {
  readonly operationName: string;
  readonly refusals: readonly string[];
}

export interface ForeignService {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Index and whole seconds of every report. */
  readonly reports: readonly (readonly [number, number])[];
  close(): Promise<void>;
}

interface Reported {
  readonly index: number;
  readonly elapsedTime: number;
}

export async function startForeignService(): Promise<ForeignService> {
  const audio = await startAudioServer();
  const asked: { operationName: string; refusals: string[] }[] = [];
  const reports: (readonly [number, number])[] = [];
  let source: string | null = null;
  let index = 0;

  const art = ({ size, width }: { size?: string; width?: number }) =>
    `http://pictures.invalid/${size ?? width ?? 'any'}`;
  const station = { __typename: 'Station', id: STATION, type: 'ST', name: 'Far Away', art: { url: art } };
  const artist = { __typename: 'Artist', id: 'AR:7', type: 'AR', name: 'The Neighbours' };
  const track = () => ({
    __typename: 'Track',
    id: `TR:${index}`,
    type: 'TR',
    name: `Track ${index}`,
    duration: TRACK_SECONDS,
    artist,
    art: { url: art },
  });
  function current() {
    if (source === null) throw new Error('SOURCE_NOT_SET');
    return {
      __typename: 'TrackItem',
      feedbackValue: null,
      audioUrl: audio.address(`tone/${TRACK_SECONDS}?index=${index}`),
      interactions: ['SKIP', 'REPLAY', 'THUMB'],
      index,
      trackToken: `token ${index}`,
      progressFrequency: 2,
      track,
    };
  }
  const list = { items: [station], cursor: null };
  const rootValue = {
    profile: { id: 'LI:7', fullname: null, displayName: 'Far', bio: '', imageUrl: '', private: true },
    collection: list,
    search: { items: [station, artist], cursor: null },
    recentFavorites: list,
    topArtists: { items: [artist] },
    feedbacks: { items: [{ target: track, sourceContext: station }] },
    playback: {
      current,
      setSource({ sourceId }: { sourceId: string }) {
        source = sourceId;
        index = 0;
        return { id: sourceId, type: 'ST', current };
      },
      setProgress(reported: Reported) {
        reports.push([reported.index, reported.elapsedTime]);
        if (reported.index === index && reported.elapsedTime >= TRACK_SECONDS) index += 1;
        return { status: 'OK', current };
      },
    },
  };
  const graphql = createHandler({
    schema: buildSchema(FOREIGN_SCHEMA),
    rootValue,
    onSubscribe: (_request, { operationName }) => {
      asked.push({ operationName: operationName ?? '', refusals: [] });
    },
    formatError(error) {
      // What has a path was carried out.
      if (!('path' in error) || error.path === undefined) asked.at(-1)?.refusals.push(error.message);
      return error;
    },
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service.invalid');
    switch (`${request.method ?? ''} ${pathname}`) {
      case 'GET /oauth/v1/authorize': {
        const back = new URL(searchParams.get('redirect_uri') ?? '');
        back.search = new URLSearchParams({
          code: 'foreign-code',
          state: searchParams.get('state') ?? '',
          alias: 'a',
        }).toString();
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      case 'POST /oauth/v1/token':
        return grant(request, response);
      case 'POST /api/v1/graphql/graphql':
        if (request.headers.authorization !== `Bearer ${ACCESS}`) {
          sendJson(response, 401, { errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] });
          return;
        }
        return graphql(request, response);
      default:
        sendJson(response, 404, {});
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    reports,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await audio.close();
    },
  };
}

async function grant(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const form = new URLSearchParams(Buffer.concat(parts).toString());
  const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
  const isGood =
    request.headers.authorization === basic &&
    (form.get('grant_type') === 'refresh_token' || form.get('code') === 'foreign-code');
  if (!isGood) {
    sendJson(response, 400, { error: 'invalid_grant' });
    return;
  }
  sendJson(response, 200, {
    access_token: ACCESS,
    refresh_token: 'foreign-refresh',
    expires_in: 3_600,
    token_type: 'Bearer',
  });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
