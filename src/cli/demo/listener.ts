import type { ControlClient } from '../../client/control-client.js';
import type { SilenceReason } from '../../contract/public-state.js';

/** The demo's view of the speaker: an ordinary client of the control API. */
export type DemoListener = Awaited<ReturnType<typeof createListener>>;

export interface Seen {
  readonly paired: boolean;
  /** The title of the item that is audible; null if there is none. */
  readonly sounding: string | null;
  readonly silenceReason: SilenceReason | null;
}

export interface ListenerOptions {
  /** The `ws:` address of the control API. */
  readonly url: string;
  readonly token: string;
  /** Called with each item's title when its sound begins. */
  readonly onItem: (title: string) => void;
}

export async function createListener({ url, token, onItem }: ListenerOptions) {
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
    /** Plays the first station of the collection once the speaker is paired. */
    async playStation() {
      const { items } = await client.call('library.collection', { types: ['ST'], limit: 1 });
      const [station] = items;
      await client.call('player.play', station === undefined ? {} : { sourceId: station.id });
    },
    seen: () => look(client),
    /** Resolves with true once the condition holds, or with false if the signal is aborted first. */
    until: (condition: (seen: Seen) => boolean, signal: AbortSignal) =>
      new Promise<boolean>(resolve => {
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
