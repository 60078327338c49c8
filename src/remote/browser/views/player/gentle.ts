import type { HTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';

/** The largest change of volume by one touch or key, so that a slipped finger does not startle anybody. */
const MOST_AT_ONCE = 5;
/** A pointer that moves less than this counts as still, in pixels. */
const STILL_PX = 6;
/** A pointer that moves this far up or down does not touch the slider, in pixels. */
const SCROLL_PX = 12;

/** Handlers for the element around a slider. */
type PointerHandlers = Pick<
  HTMLAttributes<HTMLSpanElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
>;

interface PointerPress {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** The slider's value when the press began. */
  readonly from: number;
  isDrag: boolean;
}

/** Returns the value closest to `wanted` that one touch may reach. */
export function towards(wanted: number, from: number): number {
  return Math.max(from - MOST_AT_ONCE, Math.min(from + MOST_AT_ONCE, wanted));
}

/** The thumb stays within the slider, so its centre travels the width less this length (`controls.css`, `--thumb`). */
const THUMB_PX = 16;

function sliderIn(around: Element): HTMLInputElement {
  const slider = around.querySelector('input');
  if (slider === null) throw new Error('There is no slider in it.');
  return slider;
}

function isRightToLeft(slider: HTMLInputElement): boolean {
  return getComputedStyle(slider).direction === 'rtl';
}

/** Converts a distance in pixels to the right into a distance on the scale. */
function spanOf(slider: HTMLInputElement, px: number): number {
  const { width } = slider.getBoundingClientRect();
  const share = px / Math.max(1, width - THUMB_PX);
  return (isRightToLeft(slider) ? -share : share) * Number(slider.max);
}

/** Returns the pointer's position on the scale. */
function placeOf(slider: HTMLInputElement, clientX: number): number {
  const { left, right } = slider.getBoundingClientRect();
  const start = isRightToLeft(slider) ? right - THUMB_PX / 2 : left + THUMB_PX / 2;
  return spanOf(slider, clientX - start);
}

/**
 * Replaces the browser's slider behaviour of jumping to the touched position: a touch moves the value a little towards
 * the finger, and a drag by the distance that the finger moves. The handlers are for an element around the slider, which
 * itself takes no pointer: so a finger that moves up or down scrolls the page. Keys keep the browser's behaviour.
 * `volume`: the volume heard; if it exceeds what the slider reaches, a touch lowers it to the end of the slider.
 */
export function useGentle(volume: number, move: (value: number) => void): PointerHandlers {
  const held = useRef<PointerPress | null>(null);

  function moveTo(slider: HTMLInputElement, wanted: number): void {
    const next = Math.round(Math.max(0, Math.min(Number(slider.max), wanted)));
    if (next !== volume) move(next);
  }

  return {
    onPointerDown: event => {
      const slider = sliderIn(event.currentTarget);
      if (event.button !== 0 || !event.isPrimary || slider.disabled) return;
      event.preventDefault();
      slider.focus({ preventScroll: true });
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = {
        id: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        from: slider.valueAsNumber,
        isDrag: false,
      };
    },
    onPointerMove: event => {
      const press = held.current;
      if (press?.id !== event.pointerId) return;
      const px = event.clientX - press.x;
      press.isDrag ||= Math.abs(px) >= STILL_PX;
      const slider = sliderIn(event.currentTarget);
      if (press.isDrag) moveTo(slider, press.from + spanOf(slider, px));
    },
    onPointerUp: event => {
      const press = held.current;
      held.current = null;
      if (press === null || press.isDrag || press.id !== event.pointerId) return;
      // A finger that went up or down wanted to scroll, also where there is nothing to scroll.
      if (Math.abs(event.clientY - press.y) >= SCROLL_PX) return;
      const slider = sliderIn(event.currentTarget);
      moveTo(slider, towards(placeOf(slider, event.clientX), volume));
    },
    onPointerCancel: () => {
      held.current = null;
    },
  };
}
