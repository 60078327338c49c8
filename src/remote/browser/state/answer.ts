import { ControlError } from '../../../client/control-error.js';
import { useEffect, useState } from 'preact/hooks';
import { failureWords } from '../words/failures.js';
import { useWords } from './speaker.js';

export interface AnswerState<T> {
  /** The last answer; null before the first. */
  readonly value: T | null;
  readonly failure: ControlError | null;
  /** The failure as a sentence; null if the last question was answered. */
  readonly failureText: string | null;
  readonly again: () => void;
}

/** Calls `ask` whenever `wanted` becomes true or `key` changes, and again on demand. */
export function useAnswer<T>(ask: () => Promise<T>, wanted: boolean, key = ''): AnswerState<T> {
  const words = useWords();
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<ControlError | null>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    let late = false;
    ask().then(
      answer => {
        if (late) return;
        setValue(answer);
        setFailure(null);
      },
      (error: unknown) => {
        if (!(error instanceof ControlError)) throw error;
        if (!late) setFailure(error);
      },
    );
    return () => {
      late = true;
    };
  }, [wanted, key, count]);
  return {
    value,
    failure,
    failureText: failure && failureWords(words, failure),
    again: () => setCount(before => before + 1),
  };
}
