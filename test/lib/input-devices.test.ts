import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findInputDevice, listInputDevices, meaningOf, turnsVolume } from '../../src/lib/input-devices.js';
import { DEVICES } from '../rigs/input/recordings.js';
import { temporaryFolder } from '../rigs/store/records.js';

type Name = keyof typeof DEVICES;

/** The kernel writes words of the reader's own width. */
function toOwnWords(key: string, bits: number): string {
  const own = ['arm', 'ia32'].includes(process.arch) ? 32 : 64;
  const digits = key
    .split(' ')
    .map(word => word.padStart(bits / 4, '0'))
    .join('');
  const padded = digits.padStart(Math.ceil((digits.length * 4) / own) * (own / 4), '0');
  const words = padded.match(new RegExp(`.{${own / 4}}`, 'g')) ?? [];
  return words.map(word => word.replace(/^0+(?=.)/, '')).join(' ');
}

/** A machine with these devices, in this order. */
function machineOf(folder: string, names: readonly Name[]): string {
  names.forEach((device, at) => {
    const {
      name,
      key,
      rel,
      bits = 64,
    }: { name: string; key: string; rel: string; bits?: number } = DEVICES[device];
    const keys = join(folder, `sys/class/input/event${at}/device/capabilities`);
    mkdirSync(keys, { recursive: true });
    mkdirSync(join(folder, 'dev/input'), { recursive: true });
    writeFileSync(join(folder, `dev/input/event${at}`), '');
    writeFileSync(join(keys, '../name'), `${name}\n`);
    writeFileSync(join(keys, 'key'), `${toOwnWords(key, bits)}\n`);
    writeFileSync(join(keys, 'rel'), `${rel}\n`);
  });
  return folder;
}

t.test('The devices with keys for a speaker are found by what the kernel says of them', async t => {
  const names = Object.keys(DEVICES) as Name[];
  const root = machineOf(temporaryFolder(t), names);
  const found = new Map(listInputDevices(root).map((device, at) => [names[at], device]));
  const rows: [Name, { isUsed: boolean; hasLetters: boolean; isKnob: boolean }][] = [
    ['powerButton', { isUsed: false, hasLetters: false, isKnob: false }],
    ['sleepButton', { isUsed: false, hasLetters: false, isKnob: false }],
    ['keyboard', { isUsed: true, hasLetters: true, isKnob: false }],
    ['mouse', { isUsed: false, hasLetters: false, isKnob: false }],
    ['touchKeyboard', { isUsed: true, hasLetters: true, isKnob: false }],
    ['infrared', { isUsed: true, hasLetters: false, isKnob: false }],
    ['encoder', { isUsed: true, hasLetters: false, isKnob: true }],
    ['wheel', { isUsed: true, hasLetters: false, isKnob: true }],
    ['dial', { isUsed: true, hasLetters: false, isKnob: true }],
  ];
  for (const [name, { isUsed, ...traits }] of rows)
    t.match(found.get(name), { name: DEVICES[name].name, isUsed, traits }, name);
  t.equal(found.size, rows.length);
});

t.test('A machine without input devices has none', async t => {
  t.same(listInputDevices(join(temporaryFolder(t), 'nowhere')), []);
});

t.test('A path leads to its device through a link', async t => {
  const root = machineOf(temporaryFolder(t), ['powerButton', 'infrared']);
  symlinkSync('event1', join(root, 'dev/input/remote'));
  t.match(findInputDevice(root, '/dev/input/remote'), { path: '/dev/input/event1', name: 'gpio_ir_recv' });
  writeFileSync(join(root, 'keys'), '');
  t.equal(findInputDevice(root, '/keys'), null);
  t.equal(findInputDevice(root, '/nowhere'), null);
});

t.test('Both families of codes mean the same, and letters take the number keys', async t => {
  const remote = { hasLetters: false, isKnob: false };
  const keyboard = { hasLetters: true, isKnob: false };
  const rows: [number, unknown, unknown][] = [
    [164, 'playPause', 'playPause'],
    [207, 'play', 'play'],
    [200, 'play', 'play'],
    [119, 'pause', null],
    [201, 'pause', 'pause'],
    [128, 'stop', 'stop'],
    [166, 'stop', 'stop'],
    [163, 'next', 'next'],
    [407, 'next', 'next'],
    [165, 'previous', 'previous'],
    [412, 'previous', 'previous'],
    [113, 'mute', 'mute'],
    [114, 'quieter', 'quieter'],
    [115, 'louder', 'louder'],
    [142, 'sleep', null],
    [2, 1, null],
    [10, 9, null],
    [11, null, null],
    [0x200, null, null],
    [0x201, 1, null],
    [0x209, 9, null],
    [79, 1, null],
    [73, 9, null],
    [0x100, null, null],
    [30, null, null],
  ];
  for (const [code, ofRemote, ofKeyboard] of rows) {
    t.equal(meaningOf(code, remote), ofRemote, `${code}`);
    t.equal(meaningOf(code, keyboard), ofKeyboard, `${code} beside letters`);
  }
  const knob = { hasLetters: false, isKnob: true };
  t.equal(meaningOf(0x100, knob), 'playPause', 'a knob is pressed');
  t.same(
    [0, 1, 6, 7, 8, 9].map(axis => turnsVolume(axis, knob)),
    [true, false, true, true, true, false],
  );
  t.notOk(turnsVolume(8, remote), 'the wheel of a mouse');
});
