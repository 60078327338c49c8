/**
 * What real devices say, as `evtest` printed it for those who posted it, and what the kernel says of their keys. The
 * times are left out where they do not matter.
 */
export const RECORDINGS = {
  /** A keyboard’s media keys, as systemd’s hwdb tells of many. */
  previous: `
Event: time 1607121530.493092, type 4 (EV_MSC), code 4 (MSC_SCAN), value c00b6
Event: time 1607121530.493092, type 1 (EV_KEY), code 165 (KEY_PREVIOUSSONG), value 1
Event: time 1607121530.493092, -------------- SYN_REPORT ------------
Event: time 1607121530.605384, type 4 (EV_MSC), code 4 (MSC_SCAN), value c00b6
Event: time 1607121530.605384, type 1 (EV_KEY), code 165 (KEY_PREVIOUSSONG), value 0
Event: time 1607121530.605384, -------------- SYN_REPORT ------------`,
  /** Play/pause of the same keyboard. */
  playPause: `
Event: time 1607121533.710367, type 4 (EV_MSC), code 4 (MSC_SCAN), value c00cd
Event: time 1607121533.710367, type 1 (EV_KEY), code 164 (KEY_PLAYPAUSE), value 1
Event: time 1607121533.710367, -------------- SYN_REPORT ------------
Event: time 1607121533.777349, type 4 (EV_MSC), code 4 (MSC_SCAN), value c00cd
Event: time 1607121533.777349, type 1 (EV_KEY), code 164 (KEY_PLAYPAUSE), value 0
Event: time 1607121533.777349, -------------- SYN_REPORT ------------`,
  /** A volume button at gpio-keys, held until it repeats (a commit message of the kernel, msm8994-huawei-angler). */
  volumeUp: `
Event: time 54.630877, type 1 (EV_KEY), code 115 (KEY_VOLUMEUP), value 1
Event: time 54.630877, -------------- SYN_REPORT ------------
Event: time 54.912013, type 1 (EV_KEY), code 115 (KEY_VOLUMEUP), value 2
Event: time 54.912013, -------------- SYN_REPORT ------------
Event: time 54.931493, type 1 (EV_KEY), code 115 (KEY_VOLUMEUP), value 0
Event: time 54.931493, -------------- SYN_REPORT ------------`,
  /** A remote control at an infrared receiver of the kernel’s: it lets go of a key after the last of the key’s codes. */
  remote: `
Event: time 1766326417.061928, type 4 (EV_MSC), code 4 (MSC_SCAN), value 01
Event: time 1766326417.061928, type 1 (EV_KEY), code 513 (KEY_NUMERIC_1), value 1
Event: time 1766326417.061928, -------------- SYN_REPORT ------------
Event: time 1766326417.177914, type 4 (EV_MSC), code 4 (MSC_SCAN), value 01
Event: time 1766326417.177914, -------------- SYN_REPORT ------------
Event: time 1766326417.313890, type 1 (EV_KEY), code 513 (KEY_NUMERIC_1), value 0
Event: time 1766326417.313890, -------------- SYN_REPORT ------------`,
  /** A rotary encoder, turned one way and back. */
  knob: `
Event: time 1762504082.820148, type 2 (EV_REL), code 0 (REL_X), value 1
Event: time 1762504082.820148, -------------- SYN_REPORT ------------
Event: time 1762504082.861754, type 2 (EV_REL), code 0 (REL_X), value 1
Event: time 1762504082.861754, -------------- SYN_REPORT ------------
Event: time 1762504084.692300, type 2 (EV_REL), code 0 (REL_X), value -1
Event: time 1762504084.692300, -------------- SYN_REPORT ------------
Event: time 1762504084.714448, type 2 (EV_REL), code 0 (REL_X), value -1
Event: time 1762504084.714448, -------------- SYN_REPORT ------------`,
} as const;

/**
 * Capabilities as `/proc/bus/input/devices` and evemu tell them; words of 64 bits unless `bits` says otherwise. The PC’s:
 * ShadowBlip/InputPlumber, pull request 148; the keyboard with a touchpad: whot/evemu-devices, Logitech K400 Plus.
 */
export const DEVICES = {
  powerButton: { name: 'Power Button', key: '8000 10000000000000 0', rel: '0' },
  sleepButton: { name: 'Sleep Button', key: '4000 0 0', rel: '0' },
  keyboard: {
    name: 'AT Translated Set 2 keyboard',
    key: '402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe',
    rel: '0',
  },
  mouse: { name: 'Telink Wireless Receiver Mouse', key: '1f0000 0 0 0 0', rel: '903' },
  touchKeyboard: {
    name: 'Logitech K400 Plus',
    key: '3007f 0 0 483ffff17aff32d bf54444600000000 ffff0001 130f938b17c007 ffff7bfad941dfff febeffdfffefffff fffffffffffffffe',
    rel: '1c3',
  },
  infrared: {
    name: 'gpio_ir_recv',
    bits: 32,
    key: 'fff 0 0 4200 108fc32e 2376051 0 0 0 7 158000 4192 4001 8e9680 0 0 10000000',
    rel: '3',
  },
  encoder: { name: 'rotary@0', key: '0', rel: '1' },
  wheel: { name: 'rotary@0', key: '0', rel: '40' },
  dial: { name: 'Surface Dial', bits: 32, key: '400 0 1 0 0 0 0 0 0 0 0', rel: '80' },
} as const;
