/** Behind the name of a child: how it ended. That the kernel took it for want of memory, nobody sees from no code. */
export function toEnding(code: number | null, signal: string | null): string {
  if (signal === null) return `has ended with ${code ?? 'no code'}`;
  if (signal === 'SIGKILL')
    return `was killed (${signal}), most likely for want of memory: the kernel then says so (sudo dmesg, or sudo journalctl -k)`;
  return signal === 'SIGABRT'
    ? `gave up (${signal}), most likely for want of memory`
    : `was ended by ${signal}`;
}
