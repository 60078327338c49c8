import { useEffect, useRef, useState } from 'preact/hooks';

/** Keeps the screen on while the view is mounted. Returns false if the page is not allowed to. */
export function useScreenOn(): boolean {
  const [may, setMay] = useState(true);
  useEffect(() => {
    // The wake lock exists only on pages loaded over TLS.
    const wakeLock = 'wakeLock' in navigator ? navigator.wakeLock : null;
    let held: WakeLockSentinel | null = null;
    let over = false;
    async function hold(): Promise<void> {
      // The browser releases the lock whenever the page is hidden, and denies it until the page is visible.
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

/** The brightness of a wall-mounted screen. */
export type Light = 'bright' | 'dim' | 'dark';

const TOUCH_MS = 1_000;
const DIM_AFTER_MS = 60_000;
/** Time in milliseconds after which a screen goes dark if nothing plays. */
const DARK_AFTER_MS = 5 * 60_000;

/** Returns the brightness: bright after a touch or key, then dim, and dark while nothing sounds. */
export function useLight(sounding: boolean): Light {
  const [light, setLight] = useState<Light>('bright');
  const [touches, setTouches] = useState(0);
  const isDark = useRef(false);
  isDark.current = light === 'dark';
  useEffect(() => {
    let last = -Infinity;
    // The light comes on before the finger is lifted; the control beneath the finger must not be pressed.
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const touch = ({ timeStamp, type }: Event): void => {
      if (type === 'pointerdown') {
        window.removeEventListener('click', swallow, true);
        if (isDark.current) window.addEventListener('click', swallow, { capture: true, once: true });
      }
      // A moving finger fires an event for each pixel.
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

/** Offsets that are applied in turn, in steps, against burn-in by a picture that stays for days. */
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

/** Returns the current offset of the whole picture, in steps to the right and down. */
export function useShift(): readonly [x: number, y: number] {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn(before => before + 1), STAY_MS);
    return () => clearInterval(timer);
  }, []);
  return PLACES[turn % PLACES.length] ?? PLACES[0];
}
