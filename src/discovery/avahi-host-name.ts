import { execFile } from 'node:child_process';

/**
 * `responding`: Avahi answers, with the name it holds, such as `speaker.local`; null while it is still choosing one.
 * `absent`: Avahi does not answer.
 */
export type AvahiAnswer =
  | { readonly state: 'responding'; readonly hostName: string | null }
  | { readonly state: 'absent' }
  /** Neither `busctl` nor `dbus-send` is installed to ask with. */
  | { readonly state: 'unknown' };

export type AskAvahi = (timeoutMs: number) => Promise<AvahiAnswer>;

const destination = 'org.freedesktop.Avahi';
const interfaceName = 'org.freedesktop.Avahi.Server';
const method = 'GetHostNameFqdn';

/** Asks Avahi over D-Bus, in a child process: a hung Avahi does not block the agent. Never rejects. */
export async function askAvahi(timeoutMs: number): Promise<AvahiAnswer> {
  const seconds = Math.max(1, Math.ceil(timeoutMs / 1_000));
  const busctl = ['--system', `--timeout=${seconds}`, 'call', destination, '/', interfaceName, method];
  const dbusSend = ['--system', '--print-reply', `--dest=${destination}`, '/', `${interfaceName}.${method}`];
  const answer = await run('busctl', busctl, timeoutMs);
  return answer.state === 'unknown' ? run('dbus-send', dbusSend, timeoutMs) : answer;
}

function run(program: string, args: readonly string[], timeoutMs: number): Promise<AvahiAnswer> {
  return new Promise(resolve => {
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 } as const;
    execFile(program, args, options, (error, output) => {
      if (error === null) resolve({ state: 'responding', hostName: parseHostName(output) });
      else resolve({ state: error.code === 'ENOENT' ? 'unknown' : 'absent' });
    });
  });
}

/** Parses `s "speaker.local"` of busctl or `string "speaker.local"` of dbus-send as `speaker.local`, in lower case. */
export function parseHostName(output: string): string | null {
  const name = /^\s*s(?:tring)? "([^"]{1,253})"\s*$/mu.exec(output)?.[1]?.toLowerCase().replace(/\.$/u, '');
  return name !== undefined && /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u.test(name) ? name : null;
}

export interface AvahiHostName {
  /**
   * The name that Avahi last held, such as `speaker-2.local` after a conflict; null while unknown. If it is older than
   * a minute, a call starts a new query in the background: nothing runs without calls.
   */
  current(): string | null;
  /** Asks now; concurrent calls share the answer. Null if the name is unknown; never rejects. */
  refresh(): Promise<string | null>;
}

export interface AvahiHostNameOptions {
  /** Called with each other name that Avahi holds. */
  readonly onChange?: (hostName: string) => void;
  readonly ask?: AskAvahi;
  /** A clock in milliseconds that never jumps. */
  readonly steadyMs?: () => number;
}

const freshMs = 60_000;
const patienceMs = 2_000;

/** Tracks the `.local` name that Avahi really holds: it renames the host if the name is taken (contract, section 3). */
export function createAvahiHostName(options: AvahiHostNameOptions = {}): AvahiHostName {
  const { ask = askAvahi, steadyMs = () => performance.now(), onChange } = options;
  let hostName: string | null = null;
  let told: string | null = null;
  let askedAtMs: number | null = null;
  let asking: Promise<string | null> | null = null;

  function refresh(): Promise<string | null> {
    asking ??= ask(patienceMs).then(answer => {
      hostName = answer.state === 'responding' ? answer.hostName : null;
      if (hostName !== null && hostName !== told) onChange?.((told = hostName));
      askedAtMs = steadyMs();
      asking = null;
      return hostName;
    });
    return asking;
  }

  return {
    refresh,
    current() {
      if (askedAtMs === null || steadyMs() - askedAtMs > freshMs) void refresh();
      return hostName;
    },
  };
}
