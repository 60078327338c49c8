import { absolutePath, type Kind, Unfit } from './kinds.js';

/** What plays at power-on. */
export type StartSource = { readonly sourceId: string } | { readonly preset: number };

export const startSource: Kind<StartSource> = text => {
  const preset = /^preset\s*([1-9])$/.exec(text)?.[1];
  if (preset !== undefined) return { preset: Number(preset) };
  if (/^[A-Z]{2}(:[^:\p{Cc}\s]+)+$/u.test(text) && text.length <= 256) return { sourceId: text };
  throw new Unfit('must be the id of a source, such as ST:123, or "preset" and a number from 1 to 9');
};

/** Hours of each day; minutes since midnight. */
export interface QuietHours {
  readonly fromMin: number;
  readonly toMin: number;
}

export const quietHours: Kind<QuietHours> = text => {
  const clock = '([01][0-9]|2[0-3]):([0-5][0-9])';
  const [, h1, m1, h2, m2] = new RegExp(`^${clock}-${clock}$`).exec(text) ?? [];
  const fromMin = Number(h1) * 60 + Number(m1);
  const toMin = Number(h2) * 60 + Number(m2);
  if (h1 === undefined || fromMin === toMin)
    throw new Unfit('must be two different times, such as 22:00-07:00');
  return { fromMin, toMin };
};

/** Where buttons are, or that all are used, or none. */
export const inputDevices: Kind<'auto' | 'off' | readonly string[]> = text => {
  if (text === 'auto' || text === 'off') return text;
  try {
    return [...new Set(text.split(',').map(part => absolutePath(part.trim())))];
  } catch {
    throw new Unfit('must be auto, off, or absolute paths separated by commas');
  }
};
