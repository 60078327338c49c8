import type { Control } from '../control/control.js';

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
    upgrade(request, socket, head, door) {
      if (isStopped) {
        socket.destroy();
        return;
      }
      whenStarted().then(
        begun => begun.upgrade(request, socket, head, door),
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
