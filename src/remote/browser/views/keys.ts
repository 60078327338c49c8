import { JUMP_MS } from '../../../core/command.js';
import type { Section } from '../state/route.js';
import type { Speaker } from '../state/speaker.js';
import { mayJump } from './player/transport.js';

/** Here keys are letters. */
const TYPING = 'input:not([type="range"]), textarea, select, [contenteditable]';
/** These have a use of their own for the space bar. */
const PRESSED = 'button, a[href], summary';
/** How far up and down go, of 100. */
const VOLUME_STEP = 5;

/** A field that has not come after so many is not waited for. */
const FRAMES = 300;

type Act = Speaker['act'];
type Client = Speaker['client'];

function playOrPause(act: Act, { state }: Client): void {
  if (state === null) return;
  const isPlaying = state.playbackStatus === 'playing';
  if (isPlaying ? state.can.pause : state.can.play) void act(isPlaying ? 'player.pause' : 'player.play', {});
}

/** `right`: of the two arrows; which of them leads on depends on which way the language runs. */
function jump(act: Act, { state }: Client, right: boolean): void {
  const forward = right === (document.documentElement.dir !== 'rtl');
  if (mayJump(state?.item ?? null, forward))
    void act('player.seek', { offsetMs: forward ? JUMP_MS : -JUMP_MS });
}

function search(show: (section: Section) => void): void {
  show('search');
  focusSearch(FRAMES);
}

/** It is there once that has come and is drawn. */
function focusSearch(frames: number): void {
  const field = document.querySelector<HTMLInputElement>('[role="search"] input');
  if (field !== null && field.getClientRects().length > 0) field.focus();
  else if (frames > 0) requestAnimationFrame(() => focusSearch(frames - 1));
}

/** What the key is, whatever keyboard: one without Latin letters has them in the same places. */
function nameOf({ key, code }: KeyboardEvent): string {
  return /^[^\p{ASCII}]$/u.test(key) ? code : key.toLowerCase();
}

type Doing = (act: Act, client: Client) => void;

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

/** Whether the key is for what has the focus: a field, a button, a slider, or a list that is scrolled. */
function isTaken(name: string, target: Element): boolean {
  if (target.matches(TYPING)) return true;
  if (name === ' ') return target.matches(PRESSED);
  if (!name.startsWith('arrow')) return false;
  const isScrolled = target.closest('.library, [tabindex]') !== null && /up|down/.test(name);
  return target.matches('input') || isScrolled;
}

/** The keys of players: space, arrows, M, and / to search; not while somebody types, and none with Ctrl, Alt or Meta. */
export function press(
  event: KeyboardEvent,
  { client, act }: Speaker,
  show: (section: Section) => void,
): void {
  const { target, repeat, isComposing, ctrlKey, altKey, metaKey } = event;
  if (isComposing || ctrlKey || altKey || metaKey) return;
  if (!(target instanceof Element) || document.querySelector('dialog[open]') !== null) return;
  const name = nameOf(event);
  if (isTaken(name, target)) return;
  if (name === '/') {
    event.preventDefault();
    if (!repeat) search(show);
  } else if (KEYS.has(name)) {
    // Also while there is no connection: the page is not to be scrolled by it now and then.
    event.preventDefault();
    if (client.phase === 'online' && !repeat) KEYS.get(name)?.(act, client);
  }
}
