import type { ControlClient } from '../../client/control-client.js';
import type { SilenceReason } from '../../core/public-state.js';

/** What the demo sees of the speaker: a client of the control API like any other. */
export interface Listener {
  start(): void;
  stop(): void;
  /** Sets the first station of the collection going, once the speaker is paired. */
  playStation(): Promise<void>;
  seen(): Seen;
  /** Resolves with true once the condition holds, with false when the signal is aborted first. */
  until(condition: (seen: Seen) => boolean, signal: AbortSignal): Promise<boolean>;
}

export interface Seen {
  readonly paired: boolean;
  /** An item whose sound is being put out. */
  readonly sounding: string | null;
  readonly silenceReason: SilenceReason | null;
}

export interface ListenerOptions {
  /** ws address of the control API. */
  readonly url: string;
  readonly token: string;
  /** Told of each item as its sound begins. */
  readonly onItem: (title: string) => void;
}

export async function createListener({ url, token, onItem }: ListenerOptions): Promise<Listener> {
  const { createControlClient } = await import('../../client/control-client.js');
  const { loadNodeSocket } = await import('../../client/node-socket.js');
  const client = createControlClient({
    url,
    name: 'demo',
    token: () => token,
    WebSocket: await loadNodeSocket(),
  });
  let told: string | null = null;
  client.onChange(() => {
    const { sounding } = look(client);
    if (sounding === null || sounding === told) return;
    told = sounding;
    onItem(sounding);
  });

  return {
    start: () => client.start(),
    stop: () => client.stop(),
    async playStation() {
      const { items } = await client.call('library.collection', { types: ['ST'], limit: 1 });
      const [station] = items;
      await client.call('player.play', station === undefined ? {} : { sourceId: station.id });
    },
    seen: () => look(client),
    until: (condition, signal) =>
      new Promise(resolve => {
        const settle = (): void => {
          const holds = condition(look(client));
          if (!holds && !signal.aborted) return;
          forget();
          signal.removeEventListener('abort', settle);
          resolve(holds);
        };
        const forget = client.onChange(settle);
        signal.addEventListener('abort', settle);
        settle();
      }),
  };
}

function look(client: ControlClient): Seen {
  const { state, phase } = client;
  if (state === null || phase !== 'online') return { paired: false, sounding: null, silenceReason: null };
  const { item, source, silenceReason } = state;
  const names = [item?.title, item?.artist].filter(name => name !== undefined);
  const title = `${names.join(' – ')}${source?.name === undefined ? '' : ` (${source.name})`}`;
  return {
    paired: state.pairing === 'paired',
    sounding: item !== null && silenceReason === null ? title : null,
    silenceReason,
  };
}
