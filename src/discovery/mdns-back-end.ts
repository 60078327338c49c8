import type { EventEmitter } from 'node:events';
import type { Advertisement } from '../contract/ports.js';
import { AdvertiseFault, type BackEnd, type Registration } from './back-end.js';
import { type AskAvahi, askAvahi } from './avahi-host-name.js';

/** The part of the `mdns` package that is used; the package has no types. */
interface MdnsPackage {
  tcp(name: string): unknown;
  createAdvertisement(
    type: unknown,
    port: number,
    options: { name: string; txtRecord: Advertisement['txt'] },
    callback: (error: MdnsError | undefined, service: { name?: string } | undefined) => void,
  ): MdnsAdvertisement;
}

interface ServiceTypes {
  protocolHelper(protocol: 'tcp'): MdnsPackage['tcp'];
}

interface Advertisements {
  readonly Advertisement: { create: MdnsPackage['createAdvertisement'] };
}

interface MdnsAdvertisement extends EventEmitter {
  start(): void;
  stop(): void;
  updateTXTRecord(txt: Advertisement['txt']): void;
}

type MdnsError = Error & { errorCode?: number };

const nameConflict = -65_548;
const probeMs = 2_000;
const lastProbeMs = 500;
const patienceMs = 8_000;
const againMs = 10_000;

/**
 * Advertises through the `mdns` package. Its calls block this process until Avahi answers: for 25 s if Avahi hangs. So
 * a child process first asks whether Avahi answers at all, and without an answer no call is made. If Avahi or the bus
 * goes away, the package reports an error at once, so nothing has to be polled.
 */
export function createMdnsBackEnd(ask: AskAvahi = askAvahi): BackEnd {
  let loading: Promise<MdnsPackage> | null = null;
  return {
    name: 'mdns',
    async register(advertisement, onLost, onRenamed) {
      loading ??= load();
      const mdns = await loading;
      if ((await ask(probeMs)).state === 'absent')
        throw new AdvertiseFault('absent', 'Avahi does not answer');
      return register(mdns, advertisement, { onLost, onRenamed, ask });
    },
  };
}

async function load(): Promise<MdnsPackage> {
  // Otherwise Avahi's compatibility library writes a warning to stderr for every program that uses it.
  process.env['AVAHI_COMPAT_NOWARN'] = '1';
  // The whole package makes a call that Avahi does not support, to find out whether it runs on Avahi, which logs two
  // warnings at each start. Only these two parts are used. The paths are variables because the package is optional: the
  // compiler must not resolve them where it could not be built.
  const [types, advertisements] = ['mdns/lib/service_type.js', 'mdns/lib/advertisement.js'];
  try {
    const [{ default: type }, { default: advertisement }] = (await Promise.all([
      import(types),
      import(advertisements),
    ])) as [{ default: ServiceTypes }, { default: Advertisements }];
    return {
      tcp: type.protocolHelper('tcp'),
      createAdvertisement: (...args) => advertisement.Advertisement.create(...args),
    };
  } catch (error) {
    throw new AdvertiseFault('missing', 'the package mdns cannot be loaded', { cause: error });
  }
}

interface RegisterOptions {
  readonly onLost: (detail: string) => void;
  readonly onRenamed: ((name: string) => void) | undefined;
  readonly ask: AskAvahi;
}

function register(
  mdns: MdnsPackage,
  { name, port, txt }: Advertisement,
  { onLost, onRenamed, ask }: RegisterOptions,
): Promise<Registration> {
  return new Promise((resolve, reject) => {
    let state: 'pending' | 'up' | 'down' = 'pending';
    let live: MdnsAdvertisement | null = null;

    /** Invariant: runs only once, and never from within a callback of the library. */
    function release(): void {
      live?.stop();
      live = null;
    }

    /** If Avahi hangs, the record goes with the connection: when the process ends, or when Avahi is back. */
    async function withdraw(): Promise<void> {
      if ((await ask(lastProbeMs)).state !== 'absent') release();
      else if (live !== null) setTimeout(() => void withdraw(), againMs).unref();
    }

    function fail(error: MdnsError): void {
      const before = state;
      state = 'down';
      clearTimeout(patience);
      if (before === 'up') onLost(error.message);
      if (before === 'pending') reject(toFault(error));
    }

    function onRegistered(error: MdnsError | undefined, { name: held = name }: { name?: string } = {}): void {
      if (state === 'up' && held !== name) onRenamed?.(held);
      // Errors are also reported as events, which handle them.
      if (error || state !== 'pending') return;
      if (held !== name) {
        // Another host in this network holds the name, and the library chose a new one; the advertiser must choose it.
        fail(Object.assign(new Error('name conflict'), { errorCode: nameConflict }));
        setImmediate(() => void withdraw());
        return;
      }
      state = 'up';
      clearTimeout(patience);
      resolve({
        async update(changed) {
          if ((await ask(probeMs)).state === 'absent') return 'later';
          try {
            if (state !== 'up') return 'renew';
            live?.updateTXTRecord(changed);
            return 'done';
          } catch {
            return 'renew';
          }
        },
        async withdraw() {
          if (state !== 'up') return;
          state = 'down';
          await withdraw();
        },
      });
    }

    const patience = setTimeout(() => {
      fail(new Error('no answer'));
      void withdraw();
    }, patienceMs);
    try {
      live = mdns.createAdvertisement(mdns.tcp('tonearm'), port, { name, txtRecord: txt }, onRegistered);
      live.on('error', (error: MdnsError) => {
        fail(error);
        // The connection is gone, so there is no answer to wait for.
        setImmediate(release);
      });
      live.start();
    } catch (error) {
      fail(error as MdnsError);
    }
  });
}

function toFault(error: MdnsError): AdvertiseFault {
  const code = error.errorCode === nameConflict ? 'nameTaken' : 'absent';
  return new AdvertiseFault(code, error.message, { cause: error });
}
