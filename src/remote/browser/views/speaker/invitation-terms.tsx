import type { Methods } from '../../../../methods.js';
import { h, type VNode } from 'preact';
import { TERMS } from '../../words/labels.js';
import { Chips } from '../parts/chips.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a guest may be let in for, and how loud he may be; the first of each is: as he likes. */
const ENDS: readonly (readonly [label: string, validMs: number | null])[] = [
  [TERMS.noEnd, null],
  [TERMS.evening, 6 * HOUR_MS],
  [TERMS.day, DAY_MS],
  [TERMS.week, 7 * DAY_MS],
  [TERMS.month, 30 * DAY_MS],
];
const CEILINGS: readonly (readonly [label: string, volumeMax: number | null])[] = [
  [TERMS.anyVolume, null],
  ...[70, 50, 30].map(volume => [`${volume} %`, volume] as const),
];
const ROLES = ['guest', 'owner'] as const;

/** What is chosen of each. */
export interface Choice {
  readonly role: number;
  readonly end: number;
  readonly ceiling: number;
  readonly digits: number;
}

export const FIRST_CHOICE: Choice = { role: 0, end: 0, ceiling: 0, digits: 0 };

export function toTerms({ role: index, end, ceiling, digits }: Choice): Methods['access.invite']['params'] {
  const how = { role: ROLES[index] ?? 'guest', ...(digits === 1 && { digits: true }) };
  if (how.role === 'owner') return how;
  const [validMs, volumeMax] = [ENDS[end]?.[1] ?? null, CEILINGS[ceiling]?.[1] ?? null];
  return { ...how, ...(validMs !== null && { validMs }), ...(volumeMax !== null && { volumeMax }) };
}

interface InvitationTermsProps {
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
}

/** As what the next phone comes in: for whom it is, how long he stays, how loud he may be. */
export function InvitationTerms({ choice, choose }: InvitationTermsProps): VNode {
  const isGuest = ROLES[choice.role] === 'guest';
  return (
    <div class="terms">
      <Chips
        label={TERMS.role}
        labels={[TERMS.guest, TERMS.owner]}
        chosen={choice.role}
        choose={role => choose({ ...choice, role })}
      />
      <p class="sub">{isGuest ? TERMS.guestMay : TERMS.ownerMay}</p>
      {isGuest && (
        <Chips
          label={TERMS.end}
          labels={ENDS.map(([label]) => label)}
          chosen={choice.end}
          choose={end => choose({ ...choice, end })}
        />
      )}
      {isGuest && (
        <Chips
          label={TERMS.ceiling}
          labels={CEILINGS.map(([label]) => label)}
          chosen={choice.ceiling}
          choose={ceiling => choose({ ...choice, ceiling })}
        />
      )}
      <Chips
        label={TERMS.digits}
        labels={[TERMS.byLink, TERMS.byDigits]}
        chosen={choice.digits}
        choose={digits => choose({ ...choice, digits })}
      />
      {choice.digits === 1 && <p class="sub">{TERMS.digitsHow}</p>}
    </div>
  );
}
