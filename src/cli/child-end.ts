/**
 * Returns how a child process ended, to follow its name in a sentence. For the signals of a lack of memory it says so,
 * because no exit code tells that the kernel killed the process.
 */
export function toEnding(code: number | null, signal: string | null): string {
  if (signal === null) return `ended with ${code === null ? 'no exit code' : `exit code ${code}`}`;
  if (signal === 'SIGKILL')
    return `was killed (${signal}), most likely because memory ran out; the kernel log then says so (sudo dmesg, or sudo journalctl -k)`;
  return signal === 'SIGABRT'
    ? `aborted (${signal}), most likely because memory ran out`
    : `was terminated by ${signal}`;
}
