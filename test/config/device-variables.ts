import { toSwitch, type VariableRow } from './variable-row.js';

const LONG = 'x'.repeat(64);

/** Who the speaker is, where it is found, and who may control it. */
export const DEVICE_VARIABLES: readonly VariableRow[] = [
  {
    name: 'TONEARM_DEVICE_UUID',
    read: config => config.device.uuid,
    unset: null,
    good: [['2f1c9a3e-6d0b-4f7a-9c58-0d3a4b5e6f70', '2f1c9a3e-6d0b-4f7a-9c58-0d3a4b5e6f70']],
    bad: ['a b', 'ü', 'x'.repeat(129), 'a\n'],
  },
  {
    name: 'TONEARM_DEVICE_NAME',
    read: config => config.device.name,
    unset: undefined,
    good: [
      ['Küche 🎵', 'Küche 🎵'],
      ['ü'.repeat(31), 'ü'.repeat(31)],
    ],
    bad: [LONG, 'ü'.repeat(32), 'a\tb', 'a\u007fb', 'a\u0085b', 'line\nbreak'],
  },
  {
    name: 'TONEARM_HTTP_HOST',
    read: config => config.http.host,
    unset: null,
    good: [
      ['127.0.0.1', '127.0.0.1'],
      ['::1', '::1'],
      ['localhost', 'localhost'],
    ],
    bad: ['[::1]', '127.0.0.1:80', '999.1.1.1', 'http://x', 'a b', '-', 'a..b', '*'],
  },
  {
    name: 'TONEARM_HTTP_PORT',
    read: config => config.http.port,
    unset: 8710,
    good: [
      ['0', 0],
      ['65535', 65_535],
    ],
    bad: [
      '65536',
      '-1',
      '8 710',
      ' 8710',
      '8710 ',
      '1e3',
      '0x10',
      '+5',
      '08710',
      '8.5',
      'http',
      '٣',
      '99999999999999999999',
      '\n1',
    ],
  },
  {
    name: 'TONEARM_PAIRING',
    read: config => config.pairing,
    unset: 'window',
    good: [
      ['window', 'window'],
      ['code', 'code'],
      ['open', 'open'],
    ],
    bad: ['closed', 'on', 'Window'],
  },
  {
    name: 'TONEARM_CONTROL_ACCESS',
    read: config => config.control.access,
    unset: 'paired',
    good: [['open', 'open']],
    bad: ['public', 'none'],
  },
  {
    name: 'TONEARM_CONTROL_TOKEN',
    read: config => config.control.token,
    unset: null,
    good: [['sixteen.chars+/=', 'sixteen.chars+/=']],
    bad: ['fifteen.chars-.', 'has a space in it', 'ünicode-is-no-header', 'x'.repeat(513)],
  },
  {
    name: 'TONEARM_CONTROL_ORIGINS',
    read: config => config.control.origins,
    unset: [],
    good: [
      ['https://Panel.test:443, http://192.0.2.1:8123/', ['https://panel.test', 'http://192.0.2.1:8123']],
      ['http://a,http://a', ['http://a']],
    ],
    bad: [
      '*',
      'null',
      'panel.test',
      'https://a/b',
      'https://a,',
      'https://a?x',
      'https://u@a',
      'ws://a',
      'https://a https://b',
    ],
  },
  toSwitch('TONEARM_MDNS', config => config.mdns, true),
  {
    name: 'TONEARM_INPUT_DEVICES',
    read: config => config.inputDevices,
    unset: 'auto',
    good: [
      ['off', 'off'],
      ['/dev/input/event3', ['/dev/input/event3']],
      ['/dev/input/event3, /run/keys,/run/keys', ['/dev/input/event3', '/run/keys']],
    ],
    bad: ['event3', 'auto,/dev/input/event3', '/dev/input/event3,', 'Off'],
  },
  {
    name: 'TONEARM_MPD_HOST',
    read: config => config.mpd.host,
    unset: null,
    good: [
      ['127.0.0.1', '127.0.0.1'],
      ['::', '::'],
      ['localhost', 'localhost'],
    ],
    bad: ['[::1]', '127.0.0.1:6600', 'on off'],
  },
  {
    name: 'TONEARM_MPD_PORT',
    read: config => config.mpd.port,
    unset: 6600,
    good: [['0', 0]],
    bad: ['65536', '-1', 'mpd'],
  },
  {
    name: 'TONEARM_LOG_LEVEL',
    read: config => config.logLevel,
    unset: 'info',
    good: [
      ['silent', 'silent'],
      ['trace', 'trace'],
    ],
    bad: ['verbose', 'INFO', '30'],
  },
  {
    name: 'TONEARM_LOG_FORMAT',
    read: config => config.logFormat,
    unset: 'json',
    good: [
      ['auto', 'json'],
      ['json', 'json'],
      ['journal', 'journal'],
    ],
    bad: ['plain', 'JSON'],
  },
];
