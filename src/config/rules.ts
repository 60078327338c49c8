import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';

/** The shape a variable's text must have, as a keyword of the schema. */
export type Rule =
  | { readonly name: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly name: Exclude<keyof typeof CHECKS, 'integer'> };

type Problem = string | null;

const CONTROL_CHARACTER = /\p{Cc}/u;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})?(\.[a-z0-9_]([a-z0-9_-]{0,62})?)*\.?$/i;

const ALLOWED_MPV_OPTION = /^(audio-|alsa-|pulse-|pipewire-|jack-|cache|demuxer-max-|network-timeout$)/;
/** What the agent's own behaviour rests on; sizes and time-outs it merely prefers may be overridden. */
const OWN_MPV_OPTIONS: readonly string[] = [
  'audio-device',
  'audio-display',
  'audio-fallback-to-null',
  'audio-format',
  'audio-client-name',
  'cache',
  'cache-on-disk',
];

const CHECKS = {
  integer: (text: string, { minimum, maximum }: { minimum: number; maximum: number }): Problem => {
    const wellFormed = /^(0|[1-9][0-9]{0,9})$/.test(text);
    if (wellFormed && Number(text) >= minimum && Number(text) <= maximum) return null;
    return `must be a whole number from ${minimum} to ${maximum}, in plain digits, not ${quote(text)}`;
  },

  address: (text: string): Problem => {
    const url = parseWebAddress(text);
    if (url === null) return 'must be an http or https address';
    if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
    if (/[?#]/.test(text)) return 'must not hold a query or a fragment';
    return null;
  },

  redirectUri: (text: string): Problem => {
    const url = parseWebAddress(text);
    if (url === null) return 'must be an http or https address, exactly as registered with the service';
    if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
    if (text.includes('#')) return 'must not hold a fragment';
    return null;
  },

  clientId: (text: string): Problem => {
    if (text.includes(':')) return 'must not hold a colon';
    return CONTROL_CHARACTER.test(text) ? 'must not hold control characters' : null;
  },

  deviceUuid: (text: string): Problem =>
    VISIBLE_ASCII.test(text) && text.length <= 128
      ? null
      : 'must be 1 to 128 visible ASCII characters without spaces',

  deviceName: (text: string): Problem => {
    if (CONTROL_CHARACTER.test(text)) return 'must not hold control characters';
    const bytes = Buffer.byteLength(text);
    return bytes <= 63 ? null : `must be at most 63 bytes long, not ${bytes}`;
  },

  host: (text: string): Problem =>
    isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[0-9.]+$/.test(text))
      ? null
      : 'must be an IP address without brackets or a host name, without a port',

  program: (text: string): Problem =>
    CONTROL_CHARACTER.test(text) ? 'must not hold control characters' : null,

  audioOutput: (text: string): Problem =>
    /^[a-z0-9_-]+(,[a-z0-9_-]+)*,?$/i.test(text) && !asksForHelp(text)
      ? null
      : "must be the name of one of mpv's audio outputs, or several with commas between",

  audioDevice: (text: string): Problem =>
    CONTROL_CHARACTER.test(text) || asksForHelp(text) ? "must be the name of one of mpv's devices" : null,

  mpvOptions: (text: string): Problem => {
    const problems = splitMpvOptions(text).map(findMpvOptionProblem);
    return problems.find(problem => problem !== null) ?? null;
  },

  token: (text: string): Problem => {
    if (!VISIBLE_ASCII.test(text)) return 'must be visible ASCII characters without spaces';
    return text.length < 16 || text.length > 512
      ? `must be 16 to 512 characters long, not ${text.length}`
      : null;
  },

  origins: (text: string): Problem =>
    splitOrigins(text).every(origin => origin !== null)
      ? null
      : 'must be web origins such as https://host or http://host:port, without a path, separated by commas',

  absolutePath: (text: string): Problem =>
    isAbsolute(text) && !CONTROL_CHARACTER.test(text)
      ? null
      : 'must be an absolute path, and nothing but the path',
} as const;

/**
 * What is wrong with the text, as the end of a sentence that begins with the variable's name; null when
 * nothing is. Only plain numbers are ever repeated: anything else may be a secret in the wrong place.
 */
export function findProblem(rule: Rule, text: string): Problem {
  return rule.name === 'integer' ? CHECKS.integer(text, rule) : CHECKS[rule.name](text);
}

/** The single options of a text that is good by the rule `mpvOptions`. */
export function splitMpvOptions(text: string): string[] {
  return text.split(/\s+/).filter(option => option !== '');
}

/** The origins as browsers write them; null in the place of one that is none. */
export function splitOrigins(text: string): (string | null)[] {
  return text.split(',').map(part => toOrigin(part.trim()));
}

function toOrigin(text: string): string | null {
  const url = parseWebAddress(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.pathname === '/' && !/[?#]/.test(text) ? url.origin : null;
}

function parseWebAddress(text: string): URL | null {
  // The parser forgives spaces, missing slashes and backslashes; whoever wrote them meant something else.
  if (!/^https?:\/\/[^/\\\s]/i.test(text) || /[\s\\]|\p{Cc}/u.test(text)) return null;
  return URL.canParse(text) ? new URL(text) : null;
}

function findMpvOptionProblem(option: string): Problem {
  const name = /^--([a-z0-9-]+)=./i.exec(option)?.[1];
  if (name === undefined || CONTROL_CHARACTER.test(option)) {
    return 'must be options of the form --name=value, separated by spaces';
  }
  if (!ALLOWED_MPV_OPTION.test(name)) return `must not hold --${name}, which is not among those allowed`;
  return OWN_MPV_OPTIONS.includes(name) ? `must not hold --${name}, which the agent sets itself` : null;
}

function asksForHelp(text: string): boolean {
  return text === 'help';
}

function quote(text: string): string {
  return text.length <= 12 && /^[0-9a-fex+. _-]*$/i.test(text) ? JSON.stringify(text) : 'that';
}
