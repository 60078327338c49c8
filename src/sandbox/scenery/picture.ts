import { createRandom, type Random } from '../random.js';

/**
 * Returns a picture for an id as SVG: two hues and one of four patterns, to tell neighbours apart at a glance, even at
 * 90 pixels. Width and height are pixels.
 */
export function pictureOf(id: string, width: number, height: number): string {
  const random = createRandom(`picture/${id}`);
  const hue = random.between(0, 359);
  const other = (hue + random.between(40, 200)) % 360;
  const turn = random.between(0, 359);
  const shapes = random.pick([circles, arcs, stripes, hills])(random, other);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">
<defs><linearGradient id="g" gradientTransform="rotate(${turn} .5 .5)"><stop stop-color="hsl(${hue} 62% 34%)"/><stop offset="1" stop-color="hsl(${other} 70% 58%)"/></linearGradient></defs>
<rect width="100" height="100" fill="url(#g)"/>
${shapes}
</svg>
`;
}

function circles(random: Random, hue: number): string {
  return Array.from({ length: 7 }, () => {
    const [x, y, radius] = [random.between(0, 100), random.between(0, 100), random.between(6, 26)];
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="hsl(${hue} 80% ${random.between(60, 92)}%)" opacity=".55"/>`;
  }).join('');
}

function arcs(random: Random, hue: number): string {
  const [x, y] = [random.between(15, 85), random.between(15, 85)];
  return [44, 36, 28, 20, 12, 5]
    .map(
      (radius, at) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="hsl(${hue} 85% ${90 - at * 7}%)" stroke-width="${random.between(2, 4)}"/>`,
    )
    .join('');
}

function stripes(random: Random, hue: number): string {
  const bars = Array.from({ length: 6 }, (_, at) => {
    const thick = random.between(4, 13);
    return `<rect x="-60" y="${at * 18 - 2}" width="220" height="${thick}" fill="hsl(${hue} 80% ${random.between(62, 90)}%)" opacity=".7"/>`;
  });
  return `<g transform="rotate(${random.between(-50, 50)} 50 50)">${bars.join('')}</g>`;
}

function hills(random: Random, hue: number): string {
  const sun = `<circle cx="${random.between(20, 80)}" cy="${random.between(18, 40)}" r="${random.between(8, 15)}" fill="hsl(${hue} 90% 86%)"/>`;
  const ridges = [52, 66, 80].map((level, at) => {
    const [a, b] = [level - random.between(8, 26), level + random.between(4, 18)];
    return `<path d="M0 ${level} Q25 ${a} 50 ${level} T100 ${b} V100 H0Z" fill="hsl(${hue} 55% ${44 - at * 12}%)" opacity=".85"/>`;
  });
  return sun + ridges.join('');
}
