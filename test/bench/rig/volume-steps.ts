/** The cost of a volume step in the page, from the key press to the frame that shows it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../../rigs/remote/page.js';
import type { Context, Outcome } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { seriesTable } from '../frame/table.js';
import { type BenchAgent, TOKEN } from './agent.js';

/** How much slower Chromium makes the page's processor. */
const SLOWDOWN = 6;
const STEP_MS = 16;
/** Between two steps, so that one is over before the next begins. */
const PAUSE_MS = 300;
/** A step whose frame comes later than this was disturbed by the machine, and its parts are not told apart. */
const WINDOW_US = PAUSE_MS * 1000 * 0.9;
const WARM_UP = 6;

interface Steps {
  /** Main-thread time of the key press and the frame that shows the step, milliseconds. */
  readonly seen: readonly number[];
  /** The same with all that follows: sending, the answer, and the change that comes back. */
  readonly whole: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args: { readonly data?: { readonly type?: string }; readonly src_func?: string };
}

interface Task {
  readonly from: number;
  readonly us: number;
  readonly isFrame: boolean;
}

/** Returns the tasks of the thread that handles the keys, and the times of the key presses. */
function tasksOf(events: readonly TraceEvent[]): { tasks: readonly Task[]; keys: readonly number[] } {
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown');
  const [first] = keys;
  const tasks = events
    .filter(({ name, ph, pid, tid }) => {
      const isOfPage = pid === first?.pid && tid === first.tid;
      return isOfPage && ph === 'X' && name === 'ThreadControllerImpl::RunTask';
    })
    .map(({ ts, dur = 0, args }) => ({
      from: ts,
      us: dur,
      isFrame: /BeginMainFrame/.test(args.src_func ?? ''),
    }))
    .sort((a, b) => a.from - b.from);
  return { tasks, keys: keys.map(({ ts }) => ts) };
}

function toSteps(events: readonly TraceEvent[]): Steps {
  const { tasks, keys } = tasksOf(events);
  const sumOf = (some: readonly Task[]): number => some.reduce((sum, { us }) => sum + us, 0) / 1000;
  const seen: number[] = [];
  const whole: number[] = [];
  for (const key of keys) {
    const of = tasks.filter(({ from, us }) => from + us >= key && from < key + WINDOW_US);
    const frame = of.findIndex(({ isFrame }) => isFrame);
    if (frame === -1) continue;
    seen.push(sumOf(of.slice(0, frame + 1)));
    whole.push(sumOf(of));
  }
  return { seen, whole };
}

async function trace(session: CDPSession, doing: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'], excludedCategories: ['*'] },
  });
  await doing();
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** Presses the arrow keys on the page's volume slider, up and down by turns. */
async function step(page: Page, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await page.keyboard.down(at % 2 === 0 ? 'ArrowDown' : 'ArrowUp');
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.up(at % 2 === 0 ? 'ArrowDown' : 'ArrowUp');
    await page.waitForTimeout(PAUSE_MS / 6);
  }
}

async function measure(context: Context, page: Page): Promise<Steps> {
  const session = await page.context().newCDPSession(page);
  await page.getByRole('slider', { name: 'Volume' }).focus();
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await step(page, WARM_UP);
  return toSteps(await trace(session, () => step(page, 2 * context.flag('repeats', 15))));
}

/** What Chromium itself takes for a bare slider beside a number. */
async function takeFloor(context: Context, browser: Browser): Promise<Steps> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><input type=range aria-label=Volume><span>50</span>
       <script>document.querySelector('input').oninput = ({ target }) =>
       document.querySelector('span').textContent = target.value</script>`,
    );
  }).listen(0, '127.0.0.1');
  context.later(() => void server.close());
  await once(server, 'listening');
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const steps = await measure(context, page);
  await page.close();
  return steps;
}

function judge(own: Steps, floor: Steps): Outcome {
  const seen = median(own.seen);
  return {
    verdicts: [
      {
        what: 'a volume step, from the key to the frame that shows it, median',
        target: `≤ ${STEP_MS} ms`,
        figure: `${seen.toFixed(1)} ms`,
        share: seen / STEP_MS,
        floor: `${median(floor.seen).toFixed(1)} ms`,
      },
    ],
    tables: [
      seriesTable(
        'Milliseconds of the page’s main thread for a volume step',
        {
          'a bare slider beside a number, until seen': floor.seen,
          'the remote, until seen': own.seen,
          'the remote, with the answer and the change that comes back': own.whole,
        },
        'what',
      ),
    ],
    notes: [`A volume step is an arrow key on the slider, with a processor slowed down ${SLOWDOWN} times.`],
  };
}

/** Measures steps in the remote, paused so that nothing else moves, and in a page with nothing but a slider. */
export async function measureVolumeSteps(context: Context, agent: BenchAgent): Promise<Outcome> {
  const browser = await launchBrowser();
  context.later(() => browser.close());
  const floor = await takeFloor(context, browser);
  await agent.client.call('player.pause', {});
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  await page.goto(`${agent.url}/#token=${TOKEN}`);
  await page.locator('.transport .big:enabled').waitFor();
  const own = await measure(context, page);
  await browser.close();
  await agent.client.call('player.play', {});
  return judge(own, floor);
}
