/** Colours as they are on the screen. */
import type { Page } from 'playwright-core';

export type Colour = readonly [red: number, green: number, blue: number];

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Of the pixels at these places of the viewport. The page's policy holds for it, not for the one that reads the picture. */
export async function pixelsOf(page: Page, places: readonly Place[]): Promise<readonly Colour[]> {
  const picture = (await page.screenshot()).toString('base64');
  const reader = await page.context().newPage();
  const colours = await reader.evaluate<readonly Colour[]>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return ${JSON.stringify(places)}.map(({ x, y }) =>
      [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3)]);
  })()`);
  await reader.close();
  return colours;
}

/** As WCAG 2 has it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(value => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}
