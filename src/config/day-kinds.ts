import { type Kind, Unfit } from './kinds.js';

/** What plays at power-on. */
export type StartSource = { readonly sourceId: string } | { readonly preset: number };

export const startSource: Kind<StartSource> = text => {
  const preset = /^preset\s*([1-9])$/.exec(text)?.[1];
  if (preset !== undefined) return { preset: Number(preset) };
  if (/^[A-Z]{2}(:[^:\p{Cc}\s]+)+$/u.test(text) && text.length <= 256) return { sourceId: text };
  throw new Unfit('must be the id of a source, such as ST:123, or "preset" and a number from 1 to 9');
};
