/** WebKitGTK, the nearest to an iPhone's browser, driven by WebDriver in a window on a screen of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { SLOWNESS } from '../../fakes/machine/slowness.js';

/** Debian's small browser around WebKitGTK; the folder is named by the machine and the interface's version. */
const BROWSER = findBrowser();
const hasScreen = spawnSync('sh', ['-c', 'command -v WebKitWebDriver Xvfb']).status === 0;
/** For `t.test`: why nothing can be tested in WebKit here, or false. */
export const noWebKit = (BROWSER === null || !hasScreen) && 'there is no webkit2gtk-driver on this machine';

const PATIENCE_MS = 20_000 * SLOWNESS;
const LOOK_MS = 50;
/** A press that lasts as long is a long one. */
const HELD_MS = 900;
/** The member by which WebDriver names an element (W3C WebDriver, section 12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export interface WebKitPage {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  resize(size: { readonly width: number; readonly height: number }): Promise<void>;
  /** The value of an expression. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Resolves once the expression is true. */
  until(expression: string): Promise<void>;
  see(words: string): Promise<void>;
  /** On the first such element that is shown and can be pressed. */
  press(role: 'button' | 'link', name: string | RegExp): Promise<void>;
  pressAt(selector: string): Promise<void>;
  /** A long press. */
  hold(selector: string): Promise<void>;
  /** Where the focus is: letters, or keys as WebDriver has them; those of one text are held together. */
  type(keys: readonly string[]): Promise<void>;
  /** Pulls the pointer along an element, from one share of its width to another. */
  drag(selector: string, from: number, to: number): Promise<void>;
}

function findBrowser(): string | null {
  const folders = ['/usr/lib', ...list('/usr/lib').map(name => `/usr/lib/${name}`)];
  const found = folders.flatMap(folder => list(folder).map(name => `${folder}/${name}/MiniBrowser`));
  const [newest = null] = found.filter(path => /webkit2?gtk-\d/.test(path)).reverse();
  return newest;
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** `locale`: as of a system in another language, such as `ar_AE`. */
export async function startWebKit(t: Test, locale = 'C'): Promise<WebKitPage> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  endWith(t, screen);
  const [display] = (await once(screen.stdio[3] ?? screen, 'data')) as [Buffer];
  const port = await findFreePort(randomInt(20_000, 32_000));
  // No other locale has to be installed: the browser asks for no more than its name.
  const locales = { [`${locale}.utf8`]: t.fixture('symlink', '/usr/lib/locale/C.utf8') };
  const home = t.testdir({ home: {}, locales });
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: `${home}/home`,
      DISPLAY: `:${String(display).trim()}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LOCPATH: `${home}/locales`,
      LANG: `${locale}.UTF-8`,
    },
  });
  endWith(t, driver);
  const call = createCall(`http://127.0.0.1:${port}`);
  const options = { binary: BROWSER, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await waitFor('WebKit', () => call('POST', '/session', { capabilities }))) as {
    sessionId: string;
  };
  t.teardown(() => call('DELETE', `/session/${sessionId}`));
  return createPage((method, path, body) => call(method, `/session/${sessionId}${path}`, body));
}

function endWith(t: Test, child: ChildProcess): void {
  const gone = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGTERM');
    await gone;
  });
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

function createCall(url: string): Call {
  return async (method, path, body = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`${path}: ${value?.error ?? ''}: ${value?.message ?? ''}`);
    return value;
  };
}

/** Looks until there is an answer; a page that is just being left has none. */
async function waitFor<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  let last: unknown = null;
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs) {
    try {
      const found = await look();
      if (found !== null) return found;
    } catch (error) {
      last = error;
    }
    await sleep(LOOK_MS);
  }
  throw new Error(`waited in vain for ${what}`, { cause: last });
}

const DOWN = { type: 'pointerDown', button: 0 };
const UP = { type: 'pointerUp', button: 0 };

/** The moves of a pointer to an element. */
interface Place {
  readonly at: (share: number) => object;
  readonly middle: object;
}

function createPage(call: Call): WebKitPage {
  const evaluate = <Value>(expression: string) =>
    call('POST', '/execute/sync', { script: `return ${expression}`, args: [] }) as Promise<Value>;
  const waitHere = async <Value>(what: string, look: () => Promise<Value | null>): Promise<Value> => {
    try {
      return await waitFor(what, look);
    } catch (error) {
      const here = await evaluate<string>('location.href + document.body.innerText').catch(String);
      throw new Error(`${(error as Error).message}; ${here}`, { cause: error });
    }
  };
  const until = async (expression: string) => {
    await waitHere(expression, () => evaluate<true | null>(`Boolean(${expression}) || null`));
  };
  /** Once it stands still and in sight: what is fixed over the page would be pressed in its place. */
  const click = async (what: string, expression: string) => {
    let seenAt: string | null = null;
    await waitHere(what, async () => {
      const [found, at] = await evaluate<[Record<string, string> | null, string | null]>(`(each => {
        const box = each?.getBoundingClientRect();
        const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (each?.contains(top) === false) each.scrollIntoView({ block: 'center', inline: 'center' });
        return [each, each && JSON.stringify(box)];
      })(${expression})`);
      const isStill = at === seenAt;
      seenAt = at;
      if (found === null || !isStill) return null;
      await call('POST', `/element/${found[ELEMENT] ?? ''}/click`);
      return true;
    });
  };
  const say = async (path: string, body?: object) => {
    await call('POST', path, body);
  };
  const point = async (selector: string, makeActions: (place: Place) => readonly object[]) => {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    await until(`${found} !== null`);
    const { left, top, width, height } = await evaluate<Record<'left' | 'top' | 'width' | 'height', number>>(
      `${found}.getBoundingClientRect().toJSON()`,
    );
    const at = (share: number) => ({
      type: 'pointerMove',
      duration: 0,
      x: Math.round(left + share * width),
      y: Math.round(top + height / 2),
    });
    const actions = makeActions({ at, middle: at(0.5) });
    const pointer = { type: 'pointer', id: 'pointer', parameters: { pointerType: 'mouse' }, actions };
    await say('/actions', { actions: [pointer] });
  };
  return {
    evaluate,
    until,
    goto: url => say('/url', { url }),
    back: () => say('/back'),
    resize: size => say('/window/rect', size),
    see: words => until(`document.body.innerText.includes(${JSON.stringify(words)})`),
    press: (role, name) => {
      const isNamed =
        name instanceof RegExp ? `${String(name)}.test(name)` : `name === ${JSON.stringify(name)}`;
      return click(
        `${role} ${String(name)}`,
        `[...document.querySelectorAll('${role === 'link' ? 'a[href]' : 'button'}')].find(each => {
          const name = each.getAttribute('aria-label') ?? each.innerText.trim();
          return ${isNamed} && each.getClientRects().length > 0 && !each.disabled;
        }) ?? null`,
      );
    },
    pressAt: selector => click(selector, `document.querySelector(${JSON.stringify(selector)})`),
    hold: selector =>
      point(selector, ({ middle }) => [middle, DOWN, { type: 'pause', duration: HELD_MS }, UP]),
    type(keys) {
      const actions = keys.flatMap(text => [
        ...Array.from(text, value => ({ type: 'keyDown', value })),
        ...Array.from(text, value => ({ type: 'keyUp', value })).reverse(),
      ]);
      return say('/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    drag: (selector, from, to) =>
      point(selector, ({ at }) => [
        at(from),
        DOWN,
        { ...at((from + to) / 2), duration: 200 },
        { ...at(to), duration: 200 },
        UP,
      ]),
  };
}
