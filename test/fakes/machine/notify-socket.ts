import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';

// Node cannot open a unix datagram socket; perl-base is on every Debian.
const program = String.raw`
use IO::Socket::UNIX; use Socket;
$| = 1;
my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die "no socket: $!";
print "listening\n";
while (defined $socket->recv(my $message, 65536)) { $message =~ s/\n/|/g; print "$message\n"; }
`;

/** What systemd's end of `NOTIFY_SOCKET` hears: each datagram a line, its line breaks as `|`. */
export async function listenForNotifications(t: Test, path: string) {
  const child = spawn('perl', ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    /** The next datagram that says anything; `systemd-notify` also sends barriers. */
    async next(): Promise<string> {
      for (;;) {
        const line = await lines.next();
        if (line.done === true) throw new Error('the socket is gone');
        if (!line.value.startsWith('BARRIER=')) return line.value;
      }
    },
  };
}
