import type { Control } from '../control/control.js';
import type { Pages } from '../contract/ports.js';

/** Returns a function that loads something at the first call and keeps it; a failure is not kept. */
export function createLate<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/** Creates pages that are loaded at the first request; requests that arrive meanwhile wait for them. */
export function createLatePages(load: () => Promise<Pages>): Pages {
  const pages = createLate(load);
  return async request => (await pages())(request);
}

/**
 * Creates a control API that is loaded and started after the port is open, because it is much larger than what must
 * answer first. Requests that arrive earlier wait for it.
 */
export function createLateControl(load: () => Promise<Control>): Control {
  let started: Promise<Control> | null = null;
  let isStopped = false;
  let control: Control | null = null;

  async function start(): Promise<Control> {
    const loaded = await load();
    if (!isStopped) await loaded.start();
    control = loaded;
    return loaded;
  }

  function whenStarted(): Promise<Control> {
    started ??= start();
    return started;
  }

  return {
    get clients() {
      return control?.clients ?? { network: 0, local: 0, mpd: 0 };
    },
    upgrade(request, socket, head, visit) {
      if (isStopped) {
        socket.destroy();
        return;
      }
      whenStarted().then(
        begun => begun.upgrade(request, socket, head, visit),
        () => socket.destroy(),
      );
    },
    judgeCode: async (code, peer) => (await whenStarted()).judgeCode(code, peer),
    ownSession: async name => (await whenStarted()).ownSession(name),
    mpdDoor: async () => (await whenStarted()).mpdDoor(),
    rpc: async (request, peer) => (await whenStarted()).rpc(request, peer),
    async start() {
      await whenStarted();
    },
    async stop() {
      isStopped = true;
      const begun = await started?.catch(() => null);
      await begun?.stop();
    },
  };
}
