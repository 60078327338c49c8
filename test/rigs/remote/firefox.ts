/** Debian's Firefox, driven by WebDriver BiDi: people with browsers of their own, which share nothing. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import axe from 'axe-core';
import type { Test } from 'tap';
import { WebSocket } from 'ws';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

/** For `t.test`: why nothing can be tested in Firefox here, or false. */
export const noFirefox =
  spawnSync('firefox-esr', ['--version']).status !== 0 && 'there is no firefox-esr on this machine';

const START_MS = 30_000;
const PATIENCE_MS = 15_000;
const LOOK_MS = 50;
/** A page that is left while it is asked may never answer. */
const ANSWER_MS = 2_000;
const AXE_MS = 60_000;

/** No name leaves this machine, and nothing is fetched that no page asked for. */
const PREFERENCES = {
  'network.dns.forceResolve': '127.0.0.1',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'datareporting.policy.dataSubmissionEnabled': false,
  'services.settings.server': 'data:,',
  'ui.prefersReducedMotion': 1,
};

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface FirefoxPage {
  /** What the console complained of. */
  readonly complaints: readonly string[];
  goto(url: string): Promise<void>;
  resize(size: Size): Promise<void>;
  /** What is shown. */
  text(): Promise<string>;
  see(words: string): Promise<void>;
  /** The value of an expression: text, a number or a truth. Rejects without an answer in time. */
  evaluate<Value extends string | number | boolean>(expression: string, withinMs?: number): Promise<Value>;
  /** What axe-core has against the page, one line a finding. */
  findings(): Promise<string>;
  /** Resolves once the expression is true. */
  until(expression: string): Promise<void>;
  /** By a finger on the first such element that is shown and can be pressed. */
  press(role: 'button' | 'link', name: string | RegExp): Promise<void>;
  pressAt(selector: string): Promise<void>;
  /** Where the focus is: letters, or keys as WebDriver has them. */
  type(keys: readonly string[]): Promise<void>;
  /** All that this browser keeps of the page's place is gone. */
  forget(): Promise<void>;
}

export interface Firefox {
  /** Somebody else, who speaks that language. */
  visit(size: Size, locale?: string): Promise<FirefoxPage>;
}

interface Answer {
  readonly id?: number;
  readonly type: string;
  readonly error?: string;
  readonly message?: string;
  readonly result?: Record<string, unknown>;
  readonly method?: string;
  readonly params?: {
    readonly level?: string;
    readonly text?: string;
    readonly source?: { context?: string };
  };
}

type Call = (method: string, params?: object) => Promise<Record<string, unknown>>;

export async function startFirefox(t: Test): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'tonearm-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const words = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port=0',
    'about:blank',
  ];
  const child = spawn('firefox-esr', words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1', LANG: 'C.UTF-8' },
  });
  const gone = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await gone;
    clearTimeout(hard);
    removeFolder(profile);
  });
  const complaints = new Map<string, string[]>();
  const call = await connect(await addressOf(child), complaints);
  await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['log.entryAdded'] });
  return {
    async visit(size, locale = 'en-GB') {
      const { userContext } = await call('browser.createUserContext');
      await call('emulation.setLocaleOverride', { locale, userContexts: [userContext] });
      const { context } = await call('browsingContext.create', { type: 'tab', userContext });
      const own: string[] = [];
      complaints.set(String(context), own);
      const page = createPage(call, String(context), own);
      await page.resize(size);
      return page;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const hard = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const heard: string[] = [];
  if (child.stderr === null) throw new Error('no pipe');
  for await (const line of createInterface({ input: child.stderr })) {
    heard.push(line);
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    clearTimeout(hard);
    child.stderr.resume();
    return `${address}/session`;
  }
  throw new Error(`Firefox ended before it listened: ${heard.join(' | ')}`);
}

async function connect(address: string, complaints: ReadonlyMap<string, string[]>): Promise<Call> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.on('message', data => {
    const answer = JSON.parse((data as Buffer).toString()) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    const { level, text = '', source } = answer.params ?? {};
    if (level === 'error' || level === 'warn') complaints.get(source?.context ?? '')?.push(text);
  });
  await once(socket, 'open');
  return async (method, params = {}) => {
    const id = (last += 1);
    const answered = new Promise<Answer>(resolve => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result = {} } = await answered;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message ?? ''}`);
    return result;
  };
}

function createPage(call: Call, context: string, complaints: readonly string[]): FirefoxPage {
  async function evaluate<Value>(expression: string, withinMs = ANSWER_MS): Promise<Value> {
    const asked = call('script.evaluate', { expression, target: { context }, awaitPromise: true });
    const answer = await Promise.race([asked, sleep(withinMs, null, { ref: false })]);
    if (answer === null) throw new Error(`${expression.slice(0, 200)}: no answer`);
    const { type, result, exceptionDetails } = answer as {
      type: string;
      result?: { value?: Value; sharedId?: string };
      exceptionDetails?: { text: string };
    };
    if (type !== 'success') throw new Error(`${expression}: ${exceptionDetails?.text ?? type}`);
    return (result?.sharedId ?? result?.value) as Value;
  }

  /** Looks until there is an answer; a page that is just being left has none. */
  async function waitFor<Value>(what: string, look: () => Promise<Value | null | undefined>): Promise<Value> {
    const endMs = performance.now() + PATIENCE_MS;
    while (performance.now() < endMs) {
      const found = await look().catch(() => null);
      if (found !== null && found !== undefined) return found;
      await sleep(LOOK_MS);
    }
    throw new Error(
      `waited in vain for ${what}; ${await evaluate<string>('location.href + document.body.innerText')}`,
    );
  }

  /** Where it moves away meanwhile, or is covered, nothing was pressed: once more, then. */
  const touch = (what: string, expression: string): Promise<void> =>
    waitFor(what, async () => {
      // A page behind another is not painted.
      await call('browsingContext.activate', { context });
      const sharedId = await evaluate<string | null>(`(async () => {
        const each = document.readyState === 'complete' ? ${expression} : null;
        each?.scrollIntoView({ block: 'center' });
        const place = () => each?.getBoundingClientRect() ?? {};
        const seen = place();
        // Until it is painted, a finger there finds nothing; while a list arrives above it, something else.
        for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
        const { x, y, width, height } = place();
        const hit = x === seen.x && y === seen.y && document.elementFromPoint(x + width / 2, y + height / 2);
        return hit && each.contains(hit) ? each : null;
      })()`);
      if (sharedId === null) return null;
      const origin = { type: 'element', element: { sharedId } };
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions };
      await call('input.performActions', { context, actions: [finger] });
      return true;
    }).then(() => undefined);

  return {
    complaints,
    evaluate,
    async goto(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async resize(viewport) {
      await call('browsingContext.setViewport', { context, viewport });
    },
    async findings() {
      await evaluate(`${axe.source}; true`, AXE_MS);
      const run = `axe.run(document).then(({ violations }) => violations
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))).join('\\n'))`;
      return evaluate(run, AXE_MS);
    },
    text: () => evaluate('document.body.innerText'),
    see: words =>
      waitFor(words, () =>
        evaluate<boolean>(`document.body.innerText.includes(${JSON.stringify(words)}) || null`),
      ).then(() => undefined),
    until: expression =>
      waitFor(expression, () => evaluate<boolean>(`Boolean(${expression}) || null`)).then(() => undefined),
    press: (role, name) => {
      const isNamed =
        name instanceof RegExp ? `${String(name)}.test(name)` : `name === ${JSON.stringify(name)}`;
      const expression = `[...document.querySelectorAll('${role === 'link' ? 'a[href]' : 'button'}')].find(each => {
        const name = each.getAttribute('aria-label') ?? each.innerText.trim();
        return ${isNamed} && each.getClientRects().length > 0 && !each.disabled;
      })`;
      return touch(`${role} ${String(name)}`, expression);
    },
    pressAt: selector => touch(selector, `document.querySelector(${JSON.stringify(selector)})`),
    async type(keys) {
      const actions = keys.flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await call('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async forget() {
      await evaluate('localStorage.clear(); sessionStorage.clear(); true');
      await call('storage.deleteCookies', { partition: { type: 'context', context } });
    },
  };
}
