/** The network between a phone and the speaker: it can be cut, and stay so. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface PhoneWire {
  /** Where the phone finds the speaker. */
  readonly url: string;
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

export async function startPhoneWire(port: number): Promise<PhoneWire> {
  const sockets = new Set<Socket>();
  let isCut = false;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  const server = createServer(phone => {
    keep(phone);
    if (isCut) {
      phone.destroy();
      return;
    }
    const speaker = connect(port, '127.0.0.1');
    keep(speaker);
    phone.pipe(speaker).pipe(phone);
    phone.on('close', () => speaker.destroy());
    speaker.on('close', () => phone.destroy());
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
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
