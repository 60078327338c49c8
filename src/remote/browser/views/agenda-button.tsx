import { usePart } from '../state/part.js';
import { useWords } from '../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ActButton } from './parts/act-button.js';
import type { Shows } from './parts/memo.js';

/** The button for the sleep timer and the alarms. Once needed, what shows them takes its place. */
export function AgendaButton({ state }: Shows<'sleep' | 'alarm'>): VNode {
  const { say } = useWords();
  const [part, fetch] = usePart(() => import('./agenda/agenda.js'));
  const [isAsked, setAsked] = useState(false);
  const isRunning = (state.sleep ?? state.alarm) !== null;
  useEffect(() => {
    if (isRunning) void fetch();
  }, [isRunning]);
  if (part !== null) return <part.Agenda state={state} isAsked={isAsked} />;
  return (
    <ActButton
      class="round quiet moon"
      icon="moon"
      label={say('agenda')}
      enabled
      press={async () => setAsked((await fetch()) !== null)}
    />
  );
}
