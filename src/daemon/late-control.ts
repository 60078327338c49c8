import type { Control } from '../control/control.js';

/**
 * The control API, loaded and started behind the open port: it is much larger than what must answer first. Whoever
 * comes before it is there waits for it.
 */
export function createLateControl(load: () => Promise<Control>): Control {
  let started: Promise<Control> | null = null;
  let isStopped = false;

  async function start(): Promise<Control> {
    const control = await load();
    if (!isStopped) await control.start();
    return control;
  }

  function whenStarted(): Promise<Control> {
    started ??= start();
    return started;
  }

  return {
    upgrade(request, socket, head, refuse) {
      if (isStopped) {
        socket.destroy();
        return;
      }
      whenStarted().then(
        control => control.upgrade(request, socket, head, refuse),
        () => socket.destroy(),
      );
    },
    rpc: async request => (await whenStarted()).rpc(request),
    async start() {
      await whenStarted();
    },
    async stop() {
      isStopped = true;
      const control = await started?.catch(() => null);
      await control?.stop();
    },
  };
}
