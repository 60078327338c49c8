import type { RestWords } from './catalogue.js';
import library from './es/library.js';
import people from './es/people.js';
import rooms from './es/rooms.js';

const es: RestWords = { ...library, ...people, ...rooms };

export default es;
