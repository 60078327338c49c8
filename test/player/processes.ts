import { readdirSync, readFileSync } from 'node:fs';

function statOf(pid: string): { parent: number; state: string } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
    return { state: fields[0] ?? '', parent: Number(fields[1]) };
  } catch {
    return null;
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The running processes that have this text in their command line, such as the folder of a player's socket. */
export function processesNaming(text: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(pid => commandLine(pid).includes(text) && statOf(pid)?.state !== 'Z')
    .map(Number);
}

/** The only process whose command line holds this text. */
export function processNaming(text: string): number {
  const [pid, ...more] = processesNaming(text);
  if (pid === undefined || more.length > 0) throw new Error(`${more.length} processes too many, or none`);
  return pid;
}

/** Waits until this process has ended, whoever's child it is. */
export async function untilGone(pid: number): Promise<void> {
  for (;;) {
    const stat = statOf(String(pid));
    if (stat === null || stat.state === 'Z') return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
