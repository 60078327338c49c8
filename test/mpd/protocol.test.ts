import t from 'tap';
import { OF_PAIRING } from '../../src/control/access/terms.js';
import { valuesOf } from '../fakes/mpd/caller.js';
import { FIXED_TOKEN } from '../rigs/control/device.js';
import { HOUSE_HOST, ITEM, openRoom, PLAYING, skipHouse } from '../rigs/mpd/room.js';

t.test('A program on the device is greeted and asks for the status', async t => {
  const room = await openRoom(t);
  room.next({ ...PLAYING, position: { positionMs: 12_000, atMs: Date.now(), rate: 0 } });
  const caller = await room.call();
  const status = valuesOf(await caller.ask('status'));
  t.match(status, {
    volume: '35',
    repeat: '0',
    random: '0',
    single: '0',
    consume: '0',
    playlistlength: '1',
    state: 'play',
    song: '0',
    time: '12:200',
    elapsed: '12.000',
    duration: '200.000',
  });
  t.notOk('error' in status, 'nothing is wrong');
  const song = await caller.ask('currentsong');
  t.match(song, /^file: tonearm\/[a-z0-9]+-\d+\n/);
  t.match(valuesOf(song), {
    Title: 'Tide',
    Artist: 'The Harbours',
    Album: 'Sea',
    Time: '200',
    Pos: '0',
    Id: status['songid'],
  });
  t.equal(await caller.ask('playlistinfo'), song);
  t.equal(await caller.ask('plchanges "0"'), song);
  t.equal(await caller.ask(`playlistid ${status['songid']}`), song);
});

t.test('A speaker without an item says why it is silent', async t => {
  const room = await openRoom(t);
  const caller = await room.call();
  const status = valuesOf(await caller.ask('status'));
  t.match(status, { state: 'stop', playlistlength: '0', error: 'Nothing has been chosen' });
  t.notOk('song' in status);
  t.equal(await caller.ask('currentsong'), 'OK\n');
  t.equal(await caller.ask('next'), 'ACK [55@0] {next} Not playing\n');
  t.equal(await caller.ask('pause'), 'OK\n');
});

t.test('A reason for silence is the error and the name of the song', async t => {
  const room = await openRoom(t);
  room.next(PLAYING);
  const caller = await room.call();
  room.device.agent.change({ silenceReason: 'offline' });
  t.equal(valuesOf(await caller.ask('status'))['error'], 'The service cannot be reached');
  t.equal(valuesOf(await caller.ask('currentsong'))['Name'], 'The service cannot be reached');
  room.device.agent.change({ notice: { code: 'offline', message: 'No answer\nfor 10 s' } });
  t.equal(valuesOf(await caller.ask('status'))['error'], 'No answer for 10 s', 'a notice says it once');
  room.device.agent.change({ silenceReason: 'paused', playbackStatus: 'paused' });
  t.equal(valuesOf(await caller.ask('status'))['state'], 'pause');
  t.notOk('Name' in valuesOf(await caller.ask('currentsong')), 'a pause is no fault');
  t.equal(await caller.ask('clearerror'), 'OK\n');
  t.notOk('error' in valuesOf(await caller.ask('status')));
});

t.test('Every piece gets its own Id, playlist number and file', async t => {
  const room = await openRoom(t);
  room.next(PLAYING);
  const caller = await room.call();
  const seen: (string | undefined)[] = [];
  for (const title of ['Tide', 'Tide', 'Ebb']) {
    caller.write('idle\n');
    room.next({ item: { ...ITEM, title }, position: { positionMs: 0, atMs: Date.now(), rate: 1 } });
    const told = await caller.answer();
    t.match(told, 'changed: player\n');
    t.match(told, 'changed: playlist\n');
    const { playlist, songid } = valuesOf(await caller.ask('status'));
    const { file } = valuesOf(await caller.ask('currentsong'));
    seen.push(playlist, songid, file);
  }
  for (const place of [0, 1, 2]) t.equal(new Set([0, 3, 6].map(row => seen[place + row])).size, 3);
});

t.test('The queue shows what follows', async t => {
  const room = await openRoom(t);
  room.next({ ...PLAYING, upNext: { title: 'Ebb', artist: 'The Harbours' } });
  const caller = await room.call();
  const { nextsong, nextsongid, playlistlength } = valuesOf(await caller.ask('status'));
  t.same([nextsong, playlistlength], ['1', '2']);
  t.equal(valuesOf(await caller.ask(`playlistid "${nextsongid}"`))['Title'], 'Ebb');
  await caller.ask('play 1');
  await caller.ask(`playid ${nextsongid}`);
  t.same(
    room.device.agent.commands.map(({ command }) => command.type),
    ['next', 'next'],
  );
  t.equal(await caller.ask('play 2'), 'ACK [2@0] {play} Bad song index\n');
  t.equal(await caller.ask('playid 999'), 'ACK [50@0] {playid} No such song\n');
});

t.test('Idle tells once what has changed since', async t => {
  const room = await openRoom(t);
  room.next(PLAYING);
  const caller = await room.call();
  room.device.agent.change({ volume: 40 });
  t.equal(await caller.ask('idle mixer'), 'changed: mixer\nOK\n', 'from the greeting on');
  caller.write('idle mixer\n');
  t.equal(await caller.ask('noidle'), 'OK\n', 'told once');
  room.device.agent.change({ volume: 41 });
  room.device.agent.change({ playbackStatus: 'paused' });
  t.equal(await caller.ask('idle player'), 'changed: player\nOK\n');
  t.equal(await caller.ask('idle mixer'), 'changed: mixer\nOK\n', 'kept for the next idle');
  caller.write('noidle\n');
  t.equal(await caller.ask('ping'), 'OK\n', 'noidle outside of idle has no answer');
  caller.write('idle\nnoidle\nstatus\n');
  t.equal(await caller.answer(), 'OK\n');
  t.match(await caller.answer(), /^volume: 41/);
  t.match(await caller.ask('idle toast'), /^ACK \[2@0\] {idle}/);
  room.device.agent.change({ volume: 42 });
  caller.write('idle \nnoidle\nstatus \n');
  t.equal(await caller.answer(), 'changed: mixer\nOK\n', 'one answer');
  t.match(await caller.answer(), /^volume: 42/);
  caller.write('idle\nstatus\n');
  t.equal(await caller.end(), '', 'a command within idle ends the connection');
});

t.test('Commands play, pause, skip, seek and set the volume', async t => {
  const room = await openRoom(t);
  room.next(PLAYING);
  const caller = await room.call();
  const rows: [line: string, ...commands: object[]][] = [
    ['play', { type: 'play' }],
    ['play "-1"', { type: 'play' }],
    ['play 0', { type: 'play' }],
    ['pause', { type: 'pause' }],
    ['pause "1"', { type: 'pause' }],
    ['pause 0'],
    ['stop', { type: 'stop' }],
    ['next', { type: 'next' }],
    ['previous', { type: 'previous' }],
    ['seekcur 3.5', { type: 'seek', positionMs: 3_500 }],
    ['seekcur "+2"', { type: 'seek', offsetMs: 2_000 }],
    ['seekcur -1.5', { type: 'seek', offsetMs: -1_500 }],
    ['seekcur 1e1', { type: 'seek', positionMs: 10_000 }],
    ['seek "0" "3"', { type: 'seek', positionMs: 3_000 }],
    ['setvol "41"', { type: 'setVolume', volume: 41 }],
    ['setvol 105', { type: 'setVolume', volume: 100 }],
    ['setvol -5', { type: 'setVolume', volume: 0 }],
    ['volume "-2"', { type: 'setVolume', offset: -2 }],
    ['add ST:12', { type: 'play', sourceId: 'ST:12' }],
    ['playid ST:12', { type: 'play', sourceId: 'ST:12' }],
    ['disableoutput 0', { type: 'setMuted', muted: true }],
    ['repeat 0'],
    ['single "0"'],
  ];
  for (const [line, ...commands] of rows) {
    room.device.agent.commands.length = 0;
    t.equal(await caller.ask(line), 'OK\n', line);
    t.same(
      room.device.agent.commands.map(({ command }) => command),
      commands,
      line,
    );
  }
  t.equal(room.device.agent.commands.length, 0);
  for (const [line, ack] of [
    ['random 1', 'ACK [5@0] {random}'],
    ['setvol loud', 'ACK [2@0] {setvol}'],
    ['seekcur x', 'ACK [2@0] {seekcur}'],
    ['add http://example.com/a.mp3', 'ACK [4@0] {add}'],
    ['dance', 'ACK [5@0] {} unknown command "dance"'],
    ['setvol', 'ACK [2@0] {setvol} wrong number of arguments for "setvol"'],
  ] as const)
    t.ok((await caller.ask(line)).startsWith(ack), line);
});

t.test('A paused piece is resumed, and a stopped one is not skipped', async t => {
  const room = await openRoom(t);
  room.next({ ...PLAYING, playbackStatus: 'paused', silenceReason: 'paused' });
  const caller = await room.call();
  for (const line of ['pause 1', 'pause', 'pause 0']) await caller.ask(line);
  t.same(
    room.device.agent.commands.map(({ command }) => command.type),
    ['play', 'play'],
  );
  room.device.agent.change({ playbackStatus: 'stopped', silenceReason: 'stopped' });
  const status = valuesOf(await caller.ask('status'));
  t.match(status, { state: 'stop', song: '0' });
  t.notOk('elapsed' in status);
  for (const line of ['next', 'previous', 'seekcur 3'])
    t.match(await caller.ask(line), /^ACK \[55@0\] .* Not playing\n$/);
});

t.test('A list of commands stops at its first error', async t => {
  const room = await openRoom(t);
  const caller = await room.call();
  caller.write('command_list_ok_begin\nping\nsetvol 41\ndance\nsetvol 42\ncommand_list_end\n');
  t.equal(await caller.answer(), 'list_OK\nlist_OK\nACK [5@2] {} unknown command "dance"\n');
  t.equal(room.device.agent.commands.length, 1);
  caller.write('command_list_begin\nping\nstatus\ncommand_list_end\n');
  t.match(await caller.answer(), /^volume: 41\n/);
  caller.write('command_list_begin\ncommand_list_end\n');
  t.equal(await caller.answer(), 'OK\n');
  t.match(await caller.ask('command_list_end'), /^ACK \[5@0\]/);
  caller.write('command_list_begin\ncommand_list_begin\ncommand_list_end\n');
  t.match(await caller.answer(), /^ACK \[5@0\]/);
  t.equal(await caller.ask('ping'), 'OK\n', 'the connection stays');
});

t.test(
  'The collection is the stored playlists, each name once and without what programs cannot send',
  async t => {
    const room = await openRoom(t);
    const names = ['Harbour', 'Sla/sh', 'Say "so"', 'Back\\slash', 'Don’t', 'Harbour', 'Two\nlines'];
    const items = names.map((name, place) => ({ id: `ST:${place}`, type: 'ST', name }));
    room.device.library.collection = async params =>
      'cursor' in params ? { items: items.slice(4) } : { items: items.slice(0, 4), cursor: 'more' };
    const caller = await room.call();
    const listed = await caller.ask('listplaylists');
    const told = [...listed.matchAll(/^playlist: (.*)$/gm)].map(match => match[1]);
    t.same(told, ['Harbour', 'Sla-sh', 'Say ”so”', 'Back-slash', 'Don’t', 'Harbour (2)', 'Two lines']);
    t.equal(listed.match(/^Last-Modified: /gm)?.length, told.length);
    t.equal(await caller.ask('lsinfo ""'), listed);
    t.match(await caller.ask('lsinfo "music"'), /^ACK \[50@0\]/);
    const loads: [name: string, id: string][] = [
      ['Sla-sh', 'ST:1'],
      ['Sla/sh', 'ST:1'],
      ['Harbour (2)', 'ST:5'],
      ["Don't", 'ST:4'],
    ];
    for (const [name, id] of loads) {
      room.device.agent.commands.length = 0;
      t.equal(await caller.ask(`load "${name}"`), 'OK\n', name);
      t.match(room.device.agent.commands, [{ command: { type: 'play', sourceId: id } }]);
    }
    t.equal(await caller.ask('load Nothing'), 'ACK [50@0] {load} No such playlist\n');
    t.match(valuesOf(await caller.ask('listplaylistinfo Harbour')), { file: 'ST:0', Title: 'Harbour' });
    t.equal(await caller.ask('listplaylist Harbour'), 'file: ST:0\nOK\n');
    t.match(valuesOf(await caller.ask('addid "ST:0"')), { Id: /^\d+$/ });
  },
);

t.test('The collection is asked for once, and anew for another listener', async t => {
  const room = await openRoom(t);
  let asked = 0;
  room.device.library.collection = async () => {
    asked += 1;
    return { items: [] };
  };
  const [one, other] = [await room.call(), await room.call()];
  await Promise.all([one.ask('listplaylists'), other.ask('listplaylists')]);
  t.equal(asked, 1);
  room.device.agent.change({ account: { id: 'LI:2', name: 'Grace' } });
  await one.ask('listplaylists');
  t.equal(asked, 2);
});

t.test('Search takes types and filters', async t => {
  const room = await openRoom(t);
  const caller = await room.call();
  for (const line of [
    'search any "low tide"',
    'search "(any contains \\"low tide\\")"',
    'search title low artist tide window 0:5',
  ]) {
    t.match(valuesOf(await caller.ask(line)), { file: 'ST:1', Title: 'Harbour' }, line);
    t.match(room.device.library.calls.at(-1), { name: 'search', params: { query: 'low tide' } }, line);
  }
  for (const line of ['find artist x', 'list Artist', 'search any ""'])
    t.equal(await caller.ask(line), 'OK\n');
});

t.test('Programs learn what the speaker can do', async t => {
  const room = await openRoom(t);
  const caller = await room.call();
  const commands = await caller.ask('commands');
  for (const name of ['status', 'idle', 'albumart', 'readpicture', 'password', 'close', 'setvol'])
    t.match(commands, `command: ${name}\n`);
  t.equal(await caller.ask('notcommands'), 'OK\n');
  t.match(await caller.ask('tagtypes'), 'tagtype: Artist\n');
  for (const line of [
    'tagtypes clear',
    'tagtypes enable Artist Title',
    'decoders',
    'urlhandlers',
    'subscribe x',
  ])
    t.equal(await caller.ask(line), 'OK\n');
  t.match(valuesOf(await caller.ask('outputs')), { outputname: 'Kitchen', outputenabled: '1' });
  t.equal(Object.keys(valuesOf(await caller.ask('stats'))).length, 7);
  t.match(await caller.ask('replay_gain_status'), 'replay_gain_mode: off');
  caller.write('close\n');
  t.equal(await caller.end(), '');
});

t.test('Programs that speak MPD’s protocol are counted as clients', async t => {
  const room = await openRoom(t);
  const { control } = room.device;
  const caller = await room.call();
  await room.call();
  t.same(control.clients, { network: 0, local: 0, mpd: 2 });
  caller.write('close\n');
  await caller.end();
  t.equal(control.clients.mpd, 1);
});

t.test('A peer elsewhere does nothing before its password', { skip: skipHouse }, async t => {
  const room = await openRoom(t);
  const caller = await room.call(HOUSE_HOST);
  t.equal(
    await caller.ask('commands'),
    `${['binarylimit', 'close', 'commands', 'notcommands', 'password', 'ping', 'tagtypes'].map(name => `command: ${name}\n`).join('')}OK\n`,
  );
  t.match(await caller.ask('notcommands'), 'command: idle\n');
  for (const name of ['status', 'idle', 'setvol', 'next'])
    t.equal(await caller.ask(name), `ACK [4@0] {${name}} you don't have permission for "${name}"\n`);
  t.equal(await caller.ask('password wrong'), 'ACK [3@0] {password} incorrect password\n');
  t.equal(await caller.ask(`password ${FIXED_TOKEN}`), 'OK\n');
  t.match(await caller.ask('status'), /^volume: /);
  t.equal(await caller.ask('password wrong'), 'ACK [3@0] {password} incorrect password\n');
  t.match(await caller.ask('status'), /^volume: /, 'the good one stays in force');
});

t.test('Three wrong passwords end the connection', { skip: skipHouse }, async t => {
  const room = await openRoom(t);
  const caller = await room.call(HOUSE_HOST);
  for (let tries = 0; tries < 3; tries += 1) t.match(await caller.ask('password wrong'), /^ACK \[3@0\]/);
  await caller.end();
});

t.test('Under open access a peer elsewhere is a guest', { skip: skipHouse }, async t => {
  const room = await openRoom(t, { device: { mode: 'open' } });
  const caller = await room.call(HOUSE_HOST);
  t.equal(await caller.ask('setvol 44'), 'OK\n');
});

t.test('A guest’s volume is lowered to his ceiling', async t => {
  const room = await openRoom(t);
  const terms = { ...OF_PAIRING, role: 'guest', volumeMax: 20 } as const;
  const { token, id } = await room.device.access.accept('Bob', null, terms);
  const caller = await room.call();
  t.equal(await caller.ask(`password ${token}`), 'OK\n');
  await caller.ask('setvol 90');
  t.match(room.device.agent.commands, [
    { command: { type: 'setVolume', volume: 20 }, cause: { client: 'Bob' } },
  ]);
  caller.write('idle\n');
  await room.device.access.revoke(id);
  await caller.end();
});
