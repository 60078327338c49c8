import { useEffect, useRef, useState } from 'preact/hooks';

/** Keeps the screen on as long as the view stands, where a page may. False: this one may not. */
export function useScreenOn(): boolean {
  const [may, setMay] = useState(true);
  useEffect(() => {
    // Only a page that came by TLS has it.
    const wakeLock = 'wakeLock' in navigator ? navigator.wakeLock : null;
    let held: WakeLockSentinel | null = null;
    let over = false;
    async function hold(): Promise<void> {
      // The browser lets go of it whenever the page is out of sight.
      if (document.hidden) return;
      try {
        if (wakeLock === null) throw new Error('There is none.');
        const lock = await wakeLock.request('screen');
        if (over) await lock.release();
        else held = lock;
        setMay(true);
      } catch {
        setMay(false);
      }
    }
    const again = (): void => void hold();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', again);
      void held?.release();
    };
  }, []);
  return may;
}

/** How bright a screen is that hangs on a wall. */
export type Light = 'bright' | 'dim' | 'dark';

const TOUCH_MS = 1_000;
const DIM_AFTER_MS = 60_000;
/** Where nothing plays, it is not looked at. */
const DARK_AFTER_MS = 5 * 60_000;

/** Bright at a touch or a key, then less; darker still while nothing is heard. */
export function useLight(sounding: boolean): Light {
  const [light, setLight] = useState<Light>('bright');
  const [touches, setTouches] = useState(0);
  const isDark = useRef(false);
  isDark.current = light === 'dark';
  useEffect(() => {
    let last = -Infinity;
    // The light is on before the finger is up: what lies under it then is not pressed.
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const touch = ({ timeStamp, type }: Event): void => {
      if (type === 'pointerdown') {
        window.removeEventListener('click', swallow, true);
        if (isDark.current) window.addEventListener('click', swallow, { capture: true, once: true });
      }
      // A finger that moves tells so at each pixel.
      if (timeStamp - last < TOUCH_MS) return;
      last = timeStamp;
      setTouches(count => count + 1);
    };
    const events = ['pointerdown', 'pointermove', 'keydown', 'focusin'];
    for (const event of events) window.addEventListener(event, touch);
    return () => {
      for (const event of events) window.removeEventListener(event, touch);
      window.removeEventListener('click', swallow, true);
    };
  }, []);
  useEffect(() => {
    setLight('bright');
    const timers = [
      setTimeout(() => setLight('dim'), DIM_AFTER_MS),
      ...(sounding ? [] : [setTimeout(() => setLight('dark'), DARK_AFTER_MS)]),
    ];
    return () => timers.forEach(clearTimeout);
  }, [touches, sounding]);
  return light;
}

/** What stands still for days stays on some screens for good: places in turn, a step each way. */
const PLACES = [
  [0, 0],
  [1, -1],
  [2, 0],
  [1, 1],
  [0, 2],
  [-1, 1],
  [-2, 0],
  [-1, -1],
  [0, -2],
] as const;
const STAY_MS = 60_000;

/** Where everything is to stand now, in steps to the right and down. */
export function useShift(): readonly [x: number, y: number] {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn(before => before + 1), STAY_MS);
    return () => clearInterval(timer);
  }, []);
  return PLACES[turn % PLACES.length] ?? PLACES[0];
}
