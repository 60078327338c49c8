import type { Methods } from '../../../../contract/methods.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { untilWords } from '../../words/days.js';
import type { Words } from '../../words/words.js';
import { Chips, type ChipsProps } from '../parts/chips.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The choices of how long a guest is admitted; null: without an end. */
const ENDS: readonly (readonly [label: (words: Words) => string, validMs: number | null])[] = [
  [({ say }) => say('noEnd'), null],
  [({ say, amount }) => say('anEvening', { time: amount(6, 'hour') }), 6 * HOUR_MS],
  [({ say }) => say('aDay'), DAY_MS],
  [({ say }) => say('aWeek'), 7 * DAY_MS],
  [({ amount }) => amount(30, 'day'), 30 * DAY_MS],
];
/**
 * A week is the default: a guest without an end has to be chosen deliberately, because nobody remembers to remove
 * guests.
 */
const A_WEEK = ENDS.findIndex(([, validMs]) => validMs === 7 * DAY_MS);
const CEILINGS: readonly (number | null)[] = [null, 70, 50, 30];
const ROLES = ['guest', 'owner'] as const;

/** The index of the chosen option in each list. */
export interface Choice {
  readonly role: number;
  readonly end: number;
  readonly ceiling: number;
  readonly digits: number;
}

/** While there is one phone alone, the next is an owner: if this one is lost, that one still controls the speaker. */
export function firstChoice(phones: number): Choice {
  const role = ROLES.indexOf(phones === 1 ? 'owner' : 'guest');
  return { role, end: A_WEEK, ceiling: 0, digits: 0 };
}

/** `Guest · One week · up to 50 %`, or `Owner · stays until removed`. */
export function termsWords(words: Words, choice: Choice): string {
  const { say, percent } = words;
  const { role, validMs = null, volumeMax } = toTerms(choice);
  const [label] = ENDS.find(([, endMs]) => endMs === validMs) ?? [];
  return [
    say(role === 'owner' ? 'owner' : 'guest'),
    validMs === null || label === undefined ? say('untilRemoved') : label(words),
    ...(volumeMax === undefined ? [] : [say('upTo', { volume: percent(volumeMax) })]),
  ].join(' · ');
}

export function toTerms({ role: index, end, ceiling, digits }: Choice): Methods['access.invite']['params'] {
  const how = { role: ROLES[index] ?? 'guest', ...(digits === 1 && { digits: true }) };
  if (how.role === 'owner') return how;
  const [validMs, volumeMax] = [ENDS[end]?.[1] ?? null, CEILINGS[ceiling] ?? null];
  return { ...how, ...(validMs !== null && { validMs }), ...(volumeMax !== null && { volumeMax }) };
}

function isOfGuest({ role }: Choice): boolean {
  return ROLES[role] === 'guest';
}

interface InvitationTermsProps {
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
}

/** A group of options with a visible heading; a screen reader reads the group's name instead. */
function Choices(props: ChipsProps): VNode {
  return (
    <div class="choosing">
      <span aria-hidden="true">{props.label}</span>
      <Chips {...props} />
    </div>
  );
}

/** Who is invited: in sight before there is an invitation, as it says what that person may do, and for how long. */
export function Invited({ choice, choose }: InvitationTermsProps): VNode {
  const words = useWords();
  const { say } = words;
  const isGuest = isOfGuest(choice);
  const { validMs } = toTerms(choice);
  return (
    <div class="terms">
      <Choices
        label={say('asWhat')}
        labels={[say('someGuest'), say('someOfHouse')]}
        chosen={choice.role}
        choose={role => choose({ ...choice, role })}
      />
      <p class="sub">{isGuest ? say('guestMay') : say('ownerMay')}</p>
      {isGuest && (
        <Choices
          label={say('howLong')}
          labels={ENDS.map(([label]) => label(words))}
          chosen={choice.end}
          choose={end => choose({ ...choice, end })}
        />
      )}
      {validMs !== undefined && (
        <p class="sub">{say('untilTime', { time: untilWords(words, Date.now() + validMs) })}</p>
      )}
    </div>
  );
}

/** What few change of the next invitation: the volume ceiling, and how it is handed over. */
export function InvitationTerms({ choice, choose }: InvitationTermsProps): VNode {
  const { say, percent } = useWords();
  return (
    <div class="terms">
      {isOfGuest(choice) && (
        <Choices
          label={say('howLoud')}
          labels={CEILINGS.map(volume => (volume === null ? say('anyVolume') : percent(volume)))}
          chosen={choice.ceiling}
          choose={ceiling => choose({ ...choice, ceiling })}
        />
      )}
      <Choices
        label={say('byWhat')}
        labels={[say('byLink'), say('byDigits')]}
        chosen={choice.digits}
        choose={digits => choose({ ...choice, digits })}
      />
      {choice.digits === 1 && <p class="sub">{say('digitsHow')}</p>}
    </div>
  );
}
