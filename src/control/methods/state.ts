import Type from 'typebox';
import type { DefineMethod, Method } from '../method.js';
import { catchUp, none, snapshot } from '../schemas.js';
import type { StateFeed } from '../state-feed.js';

export function stateMethods(define: DefineMethod, feed: StateFeed): Method[] {
  return [
    define({
      name: 'state.subscribe',
      doc: 'Answers the state, or what changed since a revision, and tells every later change by state.changed.',
      access: 'opened',
      needsSession: true,
      params: Type.Object({ sinceRevision: Type.Optional(Type.Integer({ minimum: 0 })) }),
      result: Type.Union([snapshot, catchUp]),
      call({ sinceRevision }, { session }) {
        const answer = feed.since(sinceRevision);
        session?.subscribe(answer.revision);
        return answer;
      },
    }),
    define({
      name: 'state.get',
      doc: 'Answers the whole state once.',
      access: 'opened',
      params: none,
      result: snapshot,
      call: () => feed.snapshot(),
    }),
  ];
}
