import { Fragment, h, type VNode } from 'preact';

/**
 * Texts from elsewhere in one line, such as `The Lanterns · Low Water`. Each has its own writing direction, and the line
 * has the page's: a title from right to left does not reverse what stands beside it.
 */
export function Parts({ of }: { readonly of: readonly (string | undefined)[] }): VNode {
  const known = of.filter(part => part !== undefined && part !== '');
  return (
    <Fragment>
      {known.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && ' · '}
          <bdi dir="auto">{part}</bdi>
        </Fragment>
      ))}
    </Fragment>
  );
}
