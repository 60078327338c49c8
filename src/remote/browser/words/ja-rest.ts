import type { RestWords } from './catalogue.js';
import library from './ja/library.js';
import people from './ja/people.js';
import rooms from './ja/rooms.js';

const ja: RestWords = { ...library, ...people, ...rooms };

export default ja;
