import { h, type VNode } from 'preact';

/** Filled outlines in a 24 × 24 square, drawn for Tonearm. */
const PATHS = {
  play: 'M8 5.2v13.6a.8.8 0 0 0 1.2.7l10.9-6.8a.8.8 0 0 0 0-1.4L9.2 4.5A.8.8 0 0 0 8 5.2z',
  pause:
    'M7.5 5h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm7 0h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z',
  next: 'M6 6.3v11.4a.7.7 0 0 0 1.1.6l8.4-5.7a.7.7 0 0 0 0-1.2L7.1 5.7A.7.7 0 0 0 6 6.3zM17 5.5h1.5a.5.5 0 0 1 .5.5v12a.5.5 0 0 1-.5.5H17a.5.5 0 0 1-.5-.5V6a.5.5 0 0 1 .5-.5z',
  previous:
    'M18 6.3v11.4a.7.7 0 0 1-1.1.6l-8.4-5.7a.7.7 0 0 1 0-1.2l8.4-5.7A.7.7 0 0 1 18 6.3zM7 5.5H5.5A.5.5 0 0 0 5 6v12a.5.5 0 0 0 .5.5H7a.5.5 0 0 0 .5-.5V6a.5.5 0 0 0-.5-.5z',
  stop: 'M7.5 6h9A1.5 1.5 0 0 1 18 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 16.5v-9A1.5 1.5 0 0 1 7.5 6z',
  loud: 'M4 9.5h3l4.2-3.7a.5.5 0 0 1 .8.4v11.6a.5.5 0 0 1-.8.4L7 14.5H4a.5.5 0 0 1-.5-.5v-4a.5.5 0 0 1 .5-.5zm11.2-.9 1-1.1a6 6 0 0 1 0 9l-1-1.1a4.5 4.5 0 0 0 0-6.8zm2.4-2.6 1-1.1a9.5 9.5 0 0 1 0 14.2l-1-1.1a8 8 0 0 0 0-12z',
  mute: 'M4 9.5h3l4.2-3.7a.5.5 0 0 1 .8.4v11.6a.5.5 0 0 1-.8.4L7 14.5H4a.5.5 0 0 1-.5-.5v-4a.5.5 0 0 1 .5-.5zm11-.5 1-1 2.2 2.2 2.2-2.2 1 1-2.2 2.2 2.2 2.2-1 1-2.2-2.2L16 14.4l-1-1 2.2-2.2z',
  record:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 1.7a7.3 7.3 0 1 0 0 14.6 7.3 7.3 0 0 0 0-14.6zm0 4.3a3 3 0 1 1 0 6 3 3 0 0 1 0-6zm0 2.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6z',
  shelf: 'M4 4.5h2.2v15H4zm4.3 0h2.2v15H8.3zm5.1.9 2.1-.6 4.1 14.1-2.1.6z',
  search:
    'M10.5 4a6.5 6.5 0 0 1 5.2 10.4l4.2 4.2-1.3 1.3-4.2-4.2A6.5 6.5 0 1 1 10.5 4zm0 1.8a4.7 4.7 0 1 0 0 9.4 4.7 4.7 0 0 0 0-9.4z',
  close: 'm6.7 5.3 5.3 5.3 5.3-5.3 1.4 1.4-5.3 5.3 5.3 5.3-1.4 1.4-5.3-5.3-5.3 5.3-1.4-1.4 5.3-5.3-5.3-5.3z',
} as const;

/** Icons drawn as lines, in the same square. */
const LINES = {
  replay: 'M5 12a7 7 0 1 0 2.05-4.95L4.5 9.6M4.5 4.8v4.8h4.8',
  back15: 'M4 12.5a8 8 0 1 0 2.34-5.66L4 9.2M4 4.6v4.6h4.6',
  forward15: 'M20 12.5a8 8 0 1 1-2.34-5.66L20 9.2M20 4.6v4.6h-4.6',
  thumbUp:
    'M7 10.5v9H4.5a.5.5 0 0 1-.5-.5v-8a.5.5 0 0 1 .5-.5zm0 0 3.6-6.6c.2-.3.5-.5.9-.4 1.3.3 2.1 1.5 1.9 2.8l-.6 3.2h5.4a1.8 1.8 0 0 1 1.8 2.1l-1.1 6.4a1.8 1.8 0 0 1-1.8 1.5H7',
  thumbDown:
    'M17 13.5v-9h2.5a.5.5 0 0 1 .5.5v8a.5.5 0 0 1-.5.5zm0 0-3.6 6.6c-.2.3-.5.5-.9.4-1.3-.3-2.1-1.5-1.9-2.8l.6-3.2H5.8a1.8 1.8 0 0 1-1.8-2.1l1.1-6.4a1.8 1.8 0 0 1 1.8-1.5H17',
  box: 'M7 3.5h10a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zm5 7.2a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6zm0-4.2v.2',
  chevron: 'm9.5 6 6 6-6 6',
  warning: 'M12 4.5 3 19.5h18zM12 10.5v4m0 2.4v.1',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  before: 'M4 12.5a8 8 0 1 0 2.34-5.66L4 9.2M4 4.6v4.6h4.6M12 8v5l3 1.8',
} as const;

type FilledName = keyof typeof PATHS;
export type IconName = FilledName | keyof typeof LINES;

function isFilled(name: IconName): name is FilledName {
  return name in PATHS;
}

/** Icons that point along the writing direction and are mirrored in languages written from right to left. */
const TURNING: readonly IconName[] = ['next', 'previous', 'forward15', 'back15', 'chevron', 'loud', 'mute'];

/** An icon, hidden from screen readers: the element that contains it has the text. */
export function Icon({ name }: { name: IconName }): VNode {
  const filled = isFilled(name);
  return (
    <svg
      class={`icon${filled ? '' : ' line'}${TURNING.includes(name) ? ' turns' : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={filled ? PATHS[name] : LINES[name]} />
      {name.endsWith('15') && (
        <text x="12" y="15.4" text-anchor="middle">
          15
        </text>
      )}
    </svg>
  );
}
