import { useRef } from 'preact/hooks';
import type { PointerHandlers } from '../parts/range.js';

/** What a touch, or a key, moves the volume by at most: nobody is to be frightened by a finger that slipped. */
const MOST_AT_ONCE = 5;
/** A finger that lies still moves by less than this. */
const STILL_PX = 6;

interface Press {
  readonly id: number;
  readonly x: number;
  /** Where the slider stood. */
  readonly from: number;
  isDrag: boolean;
}

/** No further from where it is than a touch may move it. */
export function towards(wanted: number, from: number): number {
  return Math.max(from - MOST_AT_ONCE, Math.min(from + MOST_AT_ONCE, wanted));
}

/** The thumb stays within the slider: its middle goes less far than that is long (`controls.css`, `--thumb`). */
const THUMB_PX = 16;

function isRightToLeft(slider: HTMLInputElement): boolean {
  return getComputedStyle(slider).direction === 'rtl';
}

/** What so many pixels to the right are on the scale. */
function spanOf(slider: HTMLInputElement, px: number): number {
  const { width } = slider.getBoundingClientRect();
  const share = px / Math.max(1, width - THUMB_PX);
  return (isRightToLeft(slider) ? -share : share) * Number(slider.max);
}

/** Where on the scale the pointer is. */
function placeOf(slider: HTMLInputElement, clientX: number): number {
  const { left, right } = slider.getBoundingClientRect();
  const start = isRightToLeft(slider) ? right - THUMB_PX / 2 : left + THUMB_PX / 2;
  return spanOf(slider, clientX - start);
}

/**
 * In place of what browsers do with a slider, which jumps to wherever it is touched: a touch moves it a little towards the
 * finger, and a drag by as much as the finger goes, from where it stood. Keys are the browser's own.
 */
export function useGentle(value: number, move: (value: number) => void): PointerHandlers {
  const held = useRef<Press | null>(null);

  function moveTo(slider: HTMLInputElement, wanted: number): void {
    const next = Math.round(Math.max(0, Math.min(Number(slider.max), wanted)));
    if (next !== slider.valueAsNumber) move(next);
  }

  return {
    onPointerDown: event => {
      const slider = event.currentTarget;
      if (event.button !== 0 || !event.isPrimary || slider.disabled) return;
      event.preventDefault();
      slider.focus({ preventScroll: true });
      slider.setPointerCapture(event.pointerId);
      held.current = { id: event.pointerId, x: event.clientX, from: value, isDrag: false };
    },
    onPointerMove: event => {
      const press = held.current;
      if (press?.id !== event.pointerId) return;
      const px = event.clientX - press.x;
      press.isDrag ||= Math.abs(px) >= STILL_PX;
      const slider = event.currentTarget;
      if (press.isDrag) moveTo(slider, press.from + spanOf(slider, px));
    },
    onPointerUp: event => {
      const press = held.current;
      held.current = null;
      if (press === null || press.isDrag || press.id !== event.pointerId) return;
      const slider = event.currentTarget;
      moveTo(slider, towards(placeOf(slider, event.clientX), value));
    },
    onPointerCancel: () => {
      held.current = null;
    },
    // Sliders listen to touches besides.
    onTouchStart: event => event.preventDefault(),
  };
}
