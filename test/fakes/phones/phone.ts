/** A phone that knows the contract alone: it keeps its own copy of the state and checks every event it is sent. */
import { isFetching, type PublicState } from '../../../src/contract/public-state.js';
import { connectClient, type FakeClient, type RpcMessage } from './client.js';
import { SLOWNESS } from '../machine/slowness.js';

export interface Seen {
  readonly revision: number;
  readonly changes: Partial<PublicState>;
  readonly cause?: { readonly client: string; readonly method: string };
  /** The whole state after this event. */
  readonly state: PublicState;
}

export interface Phone {
  readonly client: FakeClient;
  readonly state: PublicState;
  /** What it was told when it joined. */
  readonly first: PublicState;
  readonly revision: number;
  /** Every event so far, oldest first. */
  readonly seen: readonly Seen[];
  /** The methods that it called, oldest first. */
  readonly called: readonly string[];
  /** What broke the contract in an event; empty when all is well. */
  readonly breaches: readonly string[];
  /** Answers with the result, or throws with the error's reason. */
  call(method: string, params?: unknown): Promise<Record<string, unknown>>;
  /** The answer as it came. */
  ask(method: string, params?: unknown): Promise<RpcMessage>;
  /** Calls `player.play`; resolves once it sounds, or `holds`. */
  play(params?: object, holds?: (state: PublicState) => boolean, withinMs?: number): Promise<PublicState>;
  /** Resolves once the state is so; rejects after `withinMs` and says what the state is. */
  until(what: string, holds: (state: PublicState) => boolean, withinMs?: number): Promise<PublicState>;
  /** Milliseconds into the item, reckoned as the contract says. */
  positionMs(): number;
  /** The same at the moment at which the agent answers, however late that or an event before is received. */
  askPositionMs(): Promise<number>;
  /** Resolves once that far into the item, by the state and the clock. */
  untilPosition(ms: number): Promise<void>;
  close(): void;
}

export async function joinPhone(url: string, token: string | undefined, name = 'phone'): Promise<Phone> {
  const client = await connectClient(url);
  const opened = await client.open(token, name);
  if (opened.error !== undefined) throw new Error(`not admitted: ${JSON.stringify(opened.error)}`);
  const seen: Seen[] = [];
  const breaches: string[] = [];
  const called: string[] = [];
  const watchers = new Set<() => void>();
  let received = 0;
  const receivedBefore = new Map<unknown, number>();
  client.ws.on('message', data => {
    const { method, id } = JSON.parse((data as Buffer).toString()) as RpcMessage;
    if (method === 'state.changed') received += 1;
    else receivedBefore.set(id, received);
  });
  const { result: first } = await client.call('state.subscribe');
  if (first === undefined) throw new Error('no subscription');
  let state = first['state'] as PublicState;
  let revision = Number(first['revision']);
  let taken = 0;
  let anchor = { nowMs: Number(first['nowMs']), atMs: performance.now() };

  function take(message: RpcMessage): void {
    if (message.method !== 'state.changed') return;
    taken += 1;
    const event = message.params as unknown as Seen & { nowMs: number };
    if (event.revision !== revision + 1) breaches.push(`${revision} was followed by ${event.revision}`);
    if (Object.keys(event.changes).length === 0) breaches.push(`${event.revision} changes nothing`);
    ({ revision } = event);
    state = { ...state, ...event.changes };
    anchor = { nowMs: event.nowMs, atMs: performance.now() };
    breaches.push(...breachesOf(state).map(what => `${revision}: ${what}`));
    seen.push({
      revision,
      changes: event.changes,
      state,
      ...(event.cause === undefined ? {} : { cause: event.cause }),
    });
    for (const look of [...watchers]) look();
  }

  /** What came before the answer is known by then, also where all of it came at once. */
  async function ask(method: string, params?: unknown): Promise<RpcMessage> {
    called.push(method);
    const answer = await client.call(method, params);
    while (taken < (receivedBefore.get(answer.id) ?? 0)) await Promise.resolve();
    receivedBefore.delete(answer.id);
    return answer;
  }

  function positionMs(): number {
    return positionAt(state, anchor.nowMs + performance.now() - anchor.atMs);
  }

  void (async () => {
    for (;;) take(await client.next());
  })().catch(() => undefined);

  const phone: Phone = {
    client,
    first: first['state'] as PublicState,
    get state() {
      return state;
    },
    get revision() {
      return revision;
    },
    seen,
    called,
    breaches,
    ask,
    async call(method, params) {
      const { result, error } = await ask(method, params);
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result ?? {};
    },
    async play(params = {}, holds = isSounding, withinMs) {
      await phone.call('player.play', params);
      return phone.until('sounding', holds, withinMs);
    },
    until: (what, holds, withinMs = 40_000) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          watchers.delete(look);
          reject(new Error(`never ${what}: ${JSON.stringify(state)}`));
        }, SLOWNESS * withinMs);
        const look = (): void => {
          if (!holds(state)) return;
          clearTimeout(late);
          watchers.delete(look);
          resolve(state);
        };
        watchers.add(look);
        look();
      }),
    positionMs,
    async askPositionMs() {
      const { result } = await ask('state.get');
      return positionAt(state, Number(result?.['nowMs']));
    },
    async untilPosition(ms) {
      const lateMs = performance.now() + ms + SLOWNESS * 60_000;
      while (!isSounding(state) || positionMs() < ms) {
        if (performance.now() > lateMs) throw new Error(`never at ${ms} ms: ${JSON.stringify(state)}`);
        await new Promise(resolve => setTimeout(resolve, 25));
      }
    },
    close: () => client.ws.terminate(),
  };
  return phone;
}

function positionAt({ position: { positionMs, atMs, rate } }: PublicState, nowMs: number): number {
  return positionMs + rate * (nowMs - atMs);
}

/** Sentences of the contract, section 4, "State", that hold in every state whatsoever. */
function breachesOf({
  silenceReason,
  position,
  playbackStatus,
  buffering,
  volume,
  muted,
  item,
  can,
}: PublicState) {
  const so = (isBreach: boolean, what: string) => (isBreach ? [what] : []);
  const sounds = silenceReason === null;
  const may = (interaction: string) => item?.interactions.includes(interaction) === true;
  return [
    ...so(sounds && position.rate !== 1, 'sounds, but the position stands'),
    ...so(sounds && playbackStatus !== 'playing', `sounds, but is ${playbackStatus}`),
    ...so(sounds && (muted || volume === 0), 'sounds, but is muted'),
    ...so(sounds && item === null, 'sounds, but without an item'),
    ...so(!sounds && silenceReason !== 'muted' && position.rate === 1, `${silenceReason}, but moves`),
    ...so(silenceReason === 'paused' && playbackStatus !== 'paused', 'paused without the wish'),
    ...so(isFetching(silenceReason) && playbackStatus !== 'playing', `${silenceReason} without the wish`),
    ...so(buffering && sounds, 'sounds while it buffers'),
    ...so(can.next && !may('SKIP'), 'can go on, but the item does not allow it'),
    ...so(can.previous && !may('PREVIOUS'), 'can go back, but the item does not allow it'),
    ...so(can.replay && !may('REPLAY'), 'can replay, but the item does not allow it'),
    ...so(can.seek && !may('SEEK'), 'can seek, but the item does not allow it'),
    ...so(can.feedback && !may('THUMB'), 'can rate, but the item does not allow it'),
    ...so(sounds && may('SKIP') && !can.next, 'the item allows SKIP, but it cannot'),
    ...so(sounds && may('REPLAY') && !can.replay, 'the item allows REPLAY, but it cannot'),
    ...so(sounds && may('SEEK') && !can.seek, 'the item allows SEEK, but it cannot'),
  ];
}

export function isSounding(state: PublicState): boolean {
  return state.silenceReason === null;
}

/** Sounds, and it is the item with this index. */
export function isAt(index: number): (state: PublicState) => boolean {
  return state => isSounding(state) && state.item?.index === index;
}
