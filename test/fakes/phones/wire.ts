/** The network between a phone and the speaker: it can be cut, and stay so, and it can stall. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface PhoneWire {
  /** Where the phone finds the speaker. */
  readonly url: string;
  cut(): void;
  mend(): void;
  /** Nothing comes through any more, and nothing is closed. */
  stall(): void;
  /** What was held back comes through. */
  flow(): void;
  stop(): Promise<void>;
}

export async function startPhoneWire(port: number): Promise<PhoneWire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let held: (() => void)[] | null = null;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  function carry(from: Socket, to: Socket): void {
    from.on('data', data => {
      if (held === null) to.write(data);
      else held.push(() => to.write(data));
    });
    from.on('close', () => {
      if (held === null) to.destroy();
      else held.push(() => to.destroy());
    });
  }

  function flow(): void {
    const waiting = held ?? [];
    held = null;
    for (const go of waiting) go();
  }

  const server = createServer(phone => {
    keep(phone);
    if (isCut) {
      phone.destroy();
      return;
    }
    const speaker = connect(port, '127.0.0.1');
    keep(speaker);
    carry(phone, speaker);
    carry(speaker, phone);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false;
    },
    stall: () => {
      held ??= [];
    },
    flow,
    stop: async () => {
      flow();
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
