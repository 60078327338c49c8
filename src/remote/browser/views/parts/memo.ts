import type { PublicState } from '../../../../contract/public-state.js';
import { Component, type ComponentChild, type ComponentType, h, type VNode } from 'preact';

type View<Props> = (props: Props) => VNode | null;

function areSame<Props extends object>(before: Props, after: Props): boolean {
  const names = Object.keys({ ...before, ...after }) as (keyof Props)[];
  return names.every(name => before[name] === after[name]);
}

function kept<Props extends object>(
  Shown: View<Props>,
  same: (before: Props, after: Props) => boolean,
): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return !same(this.props, next);
    }
    override render(): ComponentChild {
      return h(Shown, this.props);
    }
  };
}

/** Creates a view that is rendered again only if its props or its own subscriptions change. */
export function memo<Props extends object>(Shown: View<Props>): ComponentType<Props> {
  return kept(Shown, areSame);
}

/** The props of a view that shows these members of the state. */
export interface Shows<Member extends keyof PublicState> {
  readonly state: Pick<PublicState, Member>;
}

/** The same for a view of the state: it compares only the listed `members` of the state. */
export function memoOf<Props extends Shows<never>>(
  members: Readonly<Record<keyof Props['state'], true>>,
  Shown: View<Props>,
): ComponentType<Props> {
  const names = Object.keys(members) as (keyof Props['state'])[];
  return kept(Shown, ({ state: before, ...left }: Props, { state: after, ...right }: Props) => {
    const isSame = names.every(name => (before as Props['state'])[name] === (after as Props['state'])[name]);
    return isSame && areSame(left, right);
  });
}
