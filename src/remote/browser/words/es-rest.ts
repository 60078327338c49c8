import type { RestWords } from './catalogue.js';
import day from './es/day.js';
import failures from './es/failures.js';
import library from './es/library.js';
import people from './es/people.js';
import rooms from './es/rooms.js';

const es: RestWords = { ...failures, ...library, ...people, ...rooms, ...day };

export default es;
