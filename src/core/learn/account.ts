import type { Event } from '../vocabulary/event.js';
import { withoutPlans } from '../facts/agenda.js';
import { withLastNote, withNotes } from '../facts/entry.js';
import { withId } from '../facts/ids.js';
import { withIntent } from '../facts/intent.js';
import { withoutNotice } from '../facts/notices.js';
import { playlistEmptied, withCurrent } from '../facts/playlist.js';
import { allAnsweredWith } from '../facts/queue.js';
import { heldIs, sourceSet } from '../facts/setting.js';
import { withoutTroubles } from '../facts/troubles.js';
import { commandAbandoned } from './command-failures.js';
import type { State } from '../model/state.js';
import { REFUSALS } from '../vocabulary/refusals.js';

export function pairingBegan(
  state: State,
  { sameListener }: Extract<Event, { type: 'pairing.began' }>,
): State {
  // The same listener has signed in again: whatever is waited out may have been the fault of the old tokens.
  if (sameListener && state.pairing.is === 'paired') return withoutNotice(withoutTroubles(state));
  // The previous listener is gone, along with every request made for them.
  const before = sameListener ? state : pairingEnded(state, { type: 'pairing.ended', by: 'listener' });
  const [serial, numbered] = withId(before);
  const paired: State = { ...numbered, pairing: { ...before.pairing, is: 'paired', serial } };
  // `current` cannot show whether a requested source was set, or whether the chosen one is held again.
  const isAstray = ['unknown', 'no', 'interrupted'].includes(state.setting.held);
  return isAstray ? paired : heldIs(paired, 'unasked');
}

export function accountNamed(state: State, { account }: Extract<Event, { type: 'account.named' }>): State {
  return { ...state, pairing: { ...state.pairing, account } };
}

/** Silences the speaker at once. What it remembers is kept for the same listener, unless the listener signed out. */
export function pairingEnded(state: State, { by }: Extract<Event, { type: 'pairing.ended' }>): State {
  const [serial, numbered] = withId(state);
  const account = by === 'listener' ? null : state.pairing.account;
  const ended: State = { ...numbered, pairing: { is: 'unpaired', serial, account } };
  // The requests made so far may still be carried out.
  const given = state.queue.reduce(commandAbandoned, ended);
  const isStopped = by === 'listener' || (state.intent.wish === 'stopped' && state.intent.stopped === null);
  const wish = isStopped ? 'stopped' : 'paused';
  const silent = withIntent(given, { wish, stopped: null, claimedAtMs: null, isLetGo: false });
  const refused = allAnsweredWith(withoutNotice(withoutTroubles(silent)), REFUSALS.notPaired);
  if (by === 'listener') return withoutPlans(sourceSet(playlistEmptied(refused), null, 'yes'));
  return withCurrent(refused, entry => withLastNote(withNotes(entry, []), null));
}
