/**
 * Returns how a child process ended, to follow its name in a sentence. For the signals of a lack of memory it says so,
 * because no exit code tells that the kernel killed the process.
 */
export function toEnding(code: number | null, signal: string | null): string {
  if (signal === null) return `has ended with ${code ?? 'no code'}`;
  if (signal === 'SIGKILL')
    return `was killed (${signal}), most likely for want of memory: the kernel then says so (sudo dmesg, or sudo journalctl -k)`;
  return signal === 'SIGABRT'
    ? `gave up (${signal}), most likely for want of memory`
    : `was ended by ${signal}`;
}
