import type { RestWords } from './catalogue.js';
import day from './ja/day.js';
import failures from './ja/failures.js';
import library from './ja/library.js';
import people from './ja/people.js';
import rooms from './ja/rooms.js';

const ja: RestWords = { ...failures, ...library, ...people, ...rooms, ...day };

export default ja;
