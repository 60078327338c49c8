import { Agent, request } from 'node:http';
import type { BenchService } from '../rig/service.js';
import { albumOf } from '../rig/agent.js';

/** Sends the operation that a listener's choice needs, over a warm connection; resolves with its milliseconds. */
export type RoundTrip = () => Promise<number>;

/** As another listener: one account has one stream. */
export function createRoundTrip(service: BenchService): RoundTrip {
  const sourceId = albumOf(service.sandbox);
  const { accessToken } = service.sandbox.issueTokens(service.sandbox.listeners[1]?.id);
  const agent = new Agent({ keepAlive: true });
  const query = `mutation floor($source: String!, $device: String!) {
    playback { setSource(sourceId: $source, deviceUuid: $device) { current { __typename ... on TrackItem { audioUrl index } } } } }`;
  const body = JSON.stringify({
    operationName: 'floor',
    query,
    variables: { source: sourceId, device: 'floor' },
  });
  const url = `${service.url}/api/v1/graphql/graphql`;
  return () =>
    new Promise((resolve, reject) => {
      const from = performance.now();
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const outgoing = request(url, { method: 'POST', agent, headers }, answer => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          if (text.includes('"errors"') || !text.includes('audioUrl')) reject(new Error(text.slice(0, 300)));
          else resolve(performance.now() - from);
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}
