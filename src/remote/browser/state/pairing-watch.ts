import { useEffect } from 'preact/hooks';
import { useSpeaker } from './speaker.js';

/** The interval of the questions, milliseconds. They need no token, and the speaker logs none of them. */
const LOOK_MS = 10_000;

/**
 * While a browser that is not admitted shows the page: greets the speaker again once it has been signed in or out, since
 * nobody tells this browser.
 */
export function usePairingWatch(): void {
  const { client } = useSpeaker();
  useEffect(() => {
    async function look(): Promise<void> {
      if (document.hidden || client.phase !== 'unauthorized') return;
      const answer = await fetch('/healthz');
      const { pairing } = (await answer.json()) as { readonly pairing?: unknown };
      if (typeof pairing === 'string' && pairing !== client.hello?.pairing) client.reconnect();
    }
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, [client]);
}
