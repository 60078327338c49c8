import { JUMP_MS } from '../../../contract/command.js';
import type { ControlClient } from '../../../client/control-client.js';
import type { Section } from '../state/route.js';
import type { SpeakerHandle } from '../state/speaker.js';
import { mayJump } from './player/transport.js';

/** Elements in which keys are text. */
const TYPING = 'input:not([type="range"]), textarea, select, [contenteditable]';
/** Elements that the space bar activates. */
const PRESSED = 'button, a[href], summary';
/** The volume step of the arrow keys up and down, out of 100. */
const VOLUME_STEP = 5;

/** The number of animation frames to wait for the search field. */
const FRAMES = 300;

function playOrPause(act: SpeakerHandle['act'], { state }: ControlClient): void {
  if (state === null) return;
  const isPlaying = state.playbackStatus === 'playing';
  if (isPlaying ? state.can.pause : state.can.play) void act(isPlaying ? 'player.pause' : 'player.play', {});
}

/** Jumps by 15 seconds. `right`: the right arrow key; whether it means forward depends on the writing direction. */
function jump(act: SpeakerHandle['act'], { state }: ControlClient, right: boolean): void {
  const forward = right === (document.documentElement.dir !== 'rtl');
  if (mayJump(state?.item ?? null, forward))
    void act('player.seek', { offsetMs: forward ? JUMP_MS : -JUMP_MS });
}

function search(show: (section: Section) => void): void {
  show('search');
  focusSearch(FRAMES);
}

/** Focuses the search field once it has been loaded and drawn. */
function focusSearch(frames: number): void {
  const field = document.querySelector<HTMLInputElement>('[role="search"] input');
  if (field !== null && field.getClientRects().length > 0) field.focus();
  else if (frames > 0) requestAnimationFrame(() => focusSearch(frames - 1));
}

/** Returns the key's letter, or its position on keyboards without Latin letters. */
function nameOf({ key, code }: KeyboardEvent): string {
  return /^[^\p{ASCII}]$/u.test(key) ? code : key.toLowerCase();
}

type Doing = (act: SpeakerHandle['act'], client: ControlClient) => void;

const mute: Doing = (act, { state }) => void act('player.setMuted', { muted: state?.muted !== true });

const KEYS: ReadonlyMap<string, Doing> = new Map<string, Doing>([
  [' ', playOrPause],
  ['arrowright', (act, client) => jump(act, client, true)],
  ['arrowleft', (act, client) => jump(act, client, false)],
  ['arrowup', act => void act('player.setVolume', { offset: VOLUME_STEP })],
  ['arrowdown', act => void act('player.setVolume', { offset: -VOLUME_STEP })],
  ['m', mute],
  ['KeyM', mute],
]);

/** With Ctrl or Command. */
const UNDO = ['z', 'KeyZ'];

/** Whether the focused element uses the key itself: a field, a button, a slider or a scrolled list. */
function isTaken(name: string, target: Element): boolean {
  if (target.matches(TYPING)) return true;
  if (name === ' ') return target.matches(PRESSED);
  if (!name.startsWith('arrow')) return false;
  const isScrolled = target.closest('.library, [tabindex]') !== null && /up|down/.test(name);
  return target.matches('input') || isScrolled;
}

/** Presses a button, if it is there. */
function pressButton(which: string): void {
  document.querySelector<HTMLElement>(which)?.click();
}

/**
 * Handles the usual keys of players: space, arrows, M, / for the search, Ctrl or Command with Z for Undo, and Escape to
 * leave the wall view. Ignored in text fields and, but for Undo, with Ctrl, Alt or Meta.
 */
export function press(
  event: KeyboardEvent,
  { client, act }: SpeakerHandle,
  show: (section: Section) => void,
): void {
  const { target, repeat, isComposing, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (isComposing || altKey) return;
  if (!(target instanceof Element) || document.querySelector('dialog[open]') !== null) return;
  const name = nameOf(event);
  if (isTaken(name, target)) return;
  if (ctrlKey || metaKey) {
    if (UNDO.includes(name) && !shiftKey && !repeat) pressButton('.undo');
    return;
  }
  if (name === '/') {
    event.preventDefault();
    if (!repeat) search(show);
  } else if (name === 'escape') pressButton('.wall-foot button');
  else if (KEYS.has(name)) {
    // Also without a connection, so that the key never scrolls the page.
    event.preventDefault();
    if (client.phase === 'online' && !repeat) KEYS.get(name)?.(act, client);
  }
}
