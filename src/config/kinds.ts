import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';

/** Parses the text of a setting. Throws `Unfit` if it is not valid. */
export type Kind<T> = (text: string) => T;

/**
 * The error for an invalid text; its message is the end of a sentence that begins with the variable's name. Only plain
 * numbers are ever repeated: any other text may be a misplaced secret.
 */
export class Unfit extends Error {}

const CONTROL_CHARACTER = /\p{Cc}/u;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})?(\.[a-z0-9_]([a-z0-9_-]{0,62})?)*\.?$/i;

const ALLOWED_MPV_OPTION = /^(audio-|alsa-|pulse-|pipewire-|jack-|cache|demuxer-max-|network-timeout$)/;
/** Options that the agent depends on; sizes and time-outs that it merely prefers may be overridden. */
const OWN_MPV_OPTIONS: readonly string[] = [
  'audio-device',
  'audio-display',
  'audio-fallback-to-null',
  'audio-format',
  'audio-client-name',
  'cache',
  'cache-on-disk',
];
/** A value for which mpv prints a list instead of playing. */
const HELP = 'help';
/** The longest DNS-SD instance name, in bytes (RFC 6763, section 4.1.1). */
export const LONGEST_NAME = 63;

/** Creates a kind that returns the text unchanged if `isFit`. */
function fit(isFit: (text: string) => boolean, problem: string): Kind<string> {
  return text => {
    if (!isFit(text)) throw new Unfit(problem);
    return text;
  };
}

export const anything: Kind<string> = text => text;

export function oneOf<const Word extends string>(...words: readonly [Word, ...Word[]]): Kind<Word> {
  return text => {
    const found = words.find(word => word === text);
    if (found === undefined)
      throw new Unfit(`must be ${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`);
    return found;
  };
}

export const onOff: Kind<boolean> = text => oneOf('on', 'off')(text) === 'on';

export function integer(minimum: number, maximum: number): Kind<number> {
  return text => {
    const number = Number(text);
    const wellFormed = /^(0|[1-9][0-9]{0,9})$/.test(text);
    if (wellFormed && number >= minimum && number <= maximum) return number;
    throw new Unfit(
      `must be a whole number from ${minimum} to ${maximum}, in plain digits, not ${quote(text)}`,
    );
  };
}

/** An http or https address; a trailing slash is removed. */
export const address: Kind<string> = text => {
  checkAddress(text, '');
  if (/[?#]/.test(text)) throw new Unfit('must not contain a query or a fragment');
  // A path may be that of a gateway; the agent adds the rest.
  const own = /\/(oauth\/v1|api\/v1)(?=\/|$)/i.exec(new URL(text).pathname)?.[0];
  if (own !== undefined) throw new Unfit(`must end before ${own}, which the agent adds`);
  return text.replace(/\/+$/, '');
};

/** Kept byte for byte, because it must match the registration at the service. */
export const redirectUri: Kind<string> = text => {
  checkAddress(text, ', exactly as registered with the service');
  if (text.includes('#')) throw new Unfit('must not contain a fragment');
  return text;
};

const isPlain = (text: string): boolean => !CONTROL_CHARACTER.test(text);

export const plain = fit(isPlain, 'must not contain control characters');

export const clientId: Kind<string> = text => {
  if (text.includes(':')) throw new Unfit('must not contain a colon');
  return plain(text);
};

export const deviceUuid = fit(
  text => VISIBLE_ASCII.test(text) && text.length <= 128,
  'must be 1 to 128 visible ASCII characters without spaces',
);

export const deviceName: Kind<string> = text => {
  const bytes = Buffer.byteLength(plain(text));
  if (bytes > LONGEST_NAME) throw new Unfit(`must be at most ${LONGEST_NAME} bytes long, not ${bytes}`);
  return text;
};

export const host = fit(
  text => isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[0-9.]+$/.test(text)),
  'must be a host name or an IP address without brackets, and without a port',
);

/** In lower case, without a trailing dot. */
export const hosts: Kind<readonly string[]> = text =>
  text.split(',').map(part => host(part.trim()).toLowerCase().replace(/\.$/, ''));

export const audioOutput = fit(
  text => /^[a-z0-9_-]+(,[a-z0-9_-]+)*,?$/i.test(text) && text !== HELP,
  "must be the name of one of mpv's audio outputs, or several with commas between",
);

export const audioDevice = fit(
  text => isPlain(text) && text !== HELP,
  "must be the name of one of mpv's devices",
);

/** Single options of the form `--name=value`. */
export const mpvOptions: Kind<readonly string[]> = text => {
  const options = text.split(/\s+/).filter(option => option !== '');
  const problem = options.map(findMpvOptionProblem).find(found => found !== null);
  if (problem !== undefined) throw new Unfit(problem);
  return options;
};

export const token: Kind<string> = text => {
  if (!VISIBLE_ASCII.test(text)) throw new Unfit('must be visible ASCII characters without spaces');
  if (text.length >= 16 && text.length <= 512) return text;
  throw new Unfit(`must be 16 to 512 characters long, not ${text.length}`);
};

/** The origins in the form that browsers send, without duplicates. */
export const origins: Kind<readonly string[]> = text => {
  const found = text.split(',').map(part => toOrigin(part.trim()));
  const good = found.filter(origin => origin !== null);
  if (good.length === found.length) return [...new Set(good)];
  throw new Unfit(
    'must be web origins such as https://host or http://host:port, without a path, separated by commas',
  );
};

export const absolutePath = fit(
  text => isAbsolute(text) && isPlain(text),
  'must be an absolute path without arguments',
);

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

function toOrigin(text: string): string | null {
  const url = parseWebAddress(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.pathname === '/' && !/[?#]/.test(text) ? url.origin : null;
}

function checkAddress(text: string, how: string): void {
  const url = parseWebAddress(text);
  if (url === null) throw new Unfit(`must be an http or https address${how}`);
  if (url.username !== '' || url.password !== '') throw new Unfit('must not contain a user name or password');
}

function parseWebAddress(text: string): URL | null {
  // The URL parser tolerates spaces, missing slashes and backslashes, which are mistakes in a setting.
  if (!/^https?:\/\/[^/\\\s]/i.test(text) || /[\s\\]|\p{Cc}/u.test(text)) return null;
  return URL.canParse(text) ? new URL(text) : null;
}

function findMpvOptionProblem(option: string): string | null {
  const name = /^--([a-z0-9-]+)=./i.exec(option)?.[1];
  if (name === undefined || CONTROL_CHARACTER.test(option)) {
    return 'must be options of the form --name=value, separated by spaces';
  }
  if (!ALLOWED_MPV_OPTION.test(name)) return `must not contain --${name}, which is not allowed`;
  return OWN_MPV_OPTIONS.includes(name) ? `must not contain --${name}, which the agent sets itself` : null;
}

function quote(text: string): string {
  return text.length <= 12 && /^[0-9a-fex+. _-]*$/i.test(text) ? JSON.stringify(text) : 'that';
}
