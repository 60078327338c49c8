import type { Random } from '../random.js';

const toNames = (list: string): readonly string[] => list.trim().split(/\s*\|\s*/);

/** Names for the invented library: several scripts, emoji, quotes and markup, as in real catalogues. */
const ARTIST_NAMES = toNames(`
  The Paper Lanterns | Ólöf Sunnudóttir | Сонные маяки | 夜のカセット | Tiny Thunder | 모래시계 클럽 | نسيم الليل |
  Kaffeepause Orchester | O’Malley & “The Spoons” | 🌙 Moonmilk | Água Morna | Żółta Łódka | नीली पतंग |
  עננים נמוכים | Ψίθυροι | Bold <b>Moves</b> | Señor Ventilador | Low Tide Society | 青い自転車 |
  Harbour Lights Quartet | DJ \\ Backslash | 👩‍🚀 Astro Mum | Wind in the Wires | Grandfather’s Radio`);

const ADJECTIVES = toNames(`
  Quiet | Amber | Northern | Borrowed | Electric | Paper | Velvet | Early | Hidden | Slow | Copper |
  Wild | Second | Floating | Winter | Salted`);

const NOUNS = toNames(`
  Harbour | Staircase | Garden | Signal | Letters | Morning | Bicycle | Orchard | Telephone | Weather |
  Lighthouse | Kitchen | Satellite | River | Lanterns | Platform 9`);

const FOREIGN_TITLES = toNames(`
  雨の地下鉄 | Тихий двор | Café après minuit | Straße nach Süden | قمر على البحر | 바람의 정원 |
  Que será, será — otra vez | Пісня без слів | “Untitled” (#3) | ☀️ / 🌧️ | รถไฟกลางคืน | चाँदनी`);

const GENRES = toNames(`
  Morning Coffee | Rainy Day Jazz | Kitchen Disco | Deep Focus | Campfire Folk | Night Train Ambient |
  Summer Óperas | Lo-fi Homework | 昭和ポップス | Fado & Saudade | Brass Band Sunday | Piano for Cats 🐈 |
  Slow Cooking Soul | Garage Door Rock | Русские романсы | Bedtime Strings`);

const PODCASTS = [
  [
    'The Teapot Hour',
    'Conversations that last exactly as long as a pot of tea, “more or less”.',
    'On Kettles',
  ],
  ['Kleine Maschinen', 'Was sich dreht, klickt und läuft: jede Woche ein Gerät.', 'Folge über Zahnräder'],
  ['深夜の図書館', '本と静けさについての小さな番組。', '第一夜'],
  ['Weather Left Over', 'Old forecasts, read aloud, with 🌦️ commentary.', 'A Tuesday in March'],
  ['Mapas perdidos', 'Lugares que ya no existen y cómo llegar a ellos.', 'La isla del medio'],
] as const;

export interface Names {
  readonly artists: readonly string[];
  readonly genres: readonly string[];
  /** For each podcast: its name, its subject, and the title of an episode. */
  readonly podcasts: readonly (readonly [name: string, summary: string, title: string])[];
  readonly titleOf: (random: Random) => string;
}

export const NAMES: Names = {
  artists: ARTIST_NAMES,
  genres: GENRES,
  podcasts: PODCASTS,
  titleOf: random =>
    random.next() < 0.25 ? random.pick(FOREIGN_TITLES) : `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`,
};
