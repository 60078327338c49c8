import { once } from 'node:events';
import { createConnection } from 'node:net';
import fc from 'fast-check';
import t from 'tap';
import { valuesOf } from '../fakes/mpd/caller.js';
import { HOUSE_HOST, ITEM, openRoom, PLAYING, skipHouse } from '../rigs/mpd/room.js';

t.test('A line that is no command ends its connection without a word', async t => {
  const room = await openRoom(t);
  const other = await room.call();
  for (const bytes of ['\n', ' status\n', '"status"\n', 'Status\n', 'GET / HTTP/1.1\r\n', '1\n', '\xff\n']) {
    const caller = await room.call();
    caller.write(Buffer.from(bytes, 'latin1'));
    t.equal(await caller.end(), '', JSON.stringify(bytes));
  }
  t.equal(await other.ask('ping'), 'OK\n', 'no other connection suffers');
});

t.test('A line longer than 4 KiB ends its connection', async t => {
  const room = await openRoom(t);
  const fits = await room.call();
  t.match(await fits.ask(`load "${'a'.repeat(4_089)}"`), /^ACK \[50@0\]/);
  for (const line of [`load "${'a'.repeat(4_090)}"\n`, 'a'.repeat(4_097), 'a'.repeat(1_000_000)]) {
    const caller = await room.call();
    caller.write(line);
    t.equal(await caller.end(), '');
  }
  t.equal(await fits.ask('ping'), 'OK\n');
});

t.test('Bytes that are no UTF-8 are answered like others', async t => {
  const room = await openRoom(t);
  const caller = await room.call();
  caller.write(Buffer.from([...Buffer.from('load "'), 0xff, 0xfe, 0x00, ...Buffer.from('"\nping\n')]));
  t.match(await caller.answer(), /^ACK \[50@0\] {load} No such playlist\n$/);
  t.equal(await caller.answer(), 'OK\n');
});

t.test('A thousand commands in a list are answered, and calls keep their limit', async t => {
  const room = await openRoom(t);
  room.next(PLAYING);
  const [caller, other] = [await room.call(), await room.call()];
  const list = (line: string) => `command_list_begin\n${`${line}\n`.repeat(1_000)}command_list_end\n`;
  caller.write(list('status'));
  const asked = other.ask('ping');
  const answer = await caller.answer();
  t.equal(answer.match(/^volume: /gm)?.length, 1_000);
  t.ok(answer.endsWith('OK\n'));
  t.equal(await asked, 'OK\n');
  caller.write(list('setvol 30'));
  t.match(await caller.answer(), /^ACK \[52@\d+\] {setvol} too many calls\n$/);
  const done = room.device.agent.commands.length;
  t.ok(done >= 50 && done < 1_000, `${done} were done`);
  t.match(await caller.ask('status'), /^volume: /, 'it may go on to look');
  caller.write(`command_list_begin\n${`load "${'a'.repeat(4_000)}"\n`.repeat(70)}`);
  t.equal(await caller.end(), '', 'a list beyond all measure ends the connection');
});

t.test('A connection without a place is closed, and ends nothing else', { skip: skipHouse }, async t => {
  const room = await openRoom(t);
  const callers = [];
  for (let count = 0; count < 16; count += 1) callers.push(await room.call(HOUSE_HOST));
  await t.rejects(room.call(HOUSE_HOST), /closed after: $/, 'the 17th of an address that shows no token');
  for (const caller of callers) t.equal(await caller.ask('ping'), 'OK\n');
  t.equal(await (await room.call()).ask('ping'), 'OK\n', 'a program on the device');
});

t.test('A client that never reads keeps its answers waiting, and nobody else’s', async t => {
  const room = await openRoom(t);
  room.next({ ...PLAYING, item: { ...ITEM, album: 'x'.repeat(2_000) } });
  const socket = createConnection({ port: room.port, host: '127.0.0.1' });
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  let sent = 0;
  const line = 'playlistinfo\n'.repeat(1_000);
  // The kernels' buffers are full once nothing more is taken.
  for (let full = false; !full && sent < 64; sent += 1) full = !socket.write(line);
  const heap = process.memoryUsage().arrayBuffers;
  for (let more = 0; more < 200; more += 1) socket.write(line);
  const caller = await room.call();
  for (let looks = 0; looks < 50; looks += 1) t.match(await caller.ask('status'), /^volume: /);
  t.ok(process.memoryUsage().arrayBuffers - heap < 8 * 2 ** 20, 'what it does not read is not made');
});

t.test('No line ends the room, and every command has one answer', async t => {
  const room = await openRoom(t);
  room.next(PLAYING);
  const commands = [...(await (await room.call()).ask('commands')).matchAll(/^command: (.*)$/gm)]
    .map(match => match[1] ?? '')
    .filter(name => !['idle', 'close', 'password'].includes(name));
  const argument = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.integer().map(String),
    fc.constantFrom('"0"', '-1', 'any', '"', "'x'", '0:1', 'ST:1', 'clear', '\\'),
  );
  const line = fc
    .tuple(fc.constantFrom(...commands, 'command_list_end', 'nothing'), fc.array(argument, { maxLength: 3 }))
    .map(words => words.flat().join(' ').replace(/\n/g, ' '));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), async lines => {
      const caller = await room.call();
      for (const each of lines)
        if (!/OK\n$|^ACK \[\d+@0\] {\w*} .+\n$/.test(await caller.ask(each))) return false;
      caller.socket.destroy();
      return true;
    }),
    { numRuns: 60 },
  );
  const caller = await room.call();
  t.equal(valuesOf(await caller.ask('currentsong'))['Title'], 'Tide');
});
