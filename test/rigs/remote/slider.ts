/** A finger, or a mouse, on a slider of the remote. */
import type { Locator, Page } from 'playwright-core';

/** The middle of the thumb goes less far than the slider is long, by its own width. */
const THUMB_PX = 16;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where on the screen the slider has this share of its length, from its left end. */
export async function placeOn(slider: Locator, share: number): Promise<Place> {
  const box = await slider.boundingBox();
  if (box === null) throw new Error('there is no slider');
  return { x: box.x + THUMB_PX / 2 + share * (box.width - THUMB_PX), y: box.y + box.height / 2 };
}

/** Presses at one share of its length, goes to another and lets go. */
export async function drag(page: Page, slider: Locator, from: number, to: number): Promise<void> {
  const [start, end] = [await placeOn(slider, from), await placeOn(slider, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}
