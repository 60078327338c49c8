import { useRef } from 'preact/hooks';

interface Selecting {
  readonly onFocus: (event: { readonly currentTarget: HTMLInputElement }) => void;
  readonly onClick: (event: { readonly currentTarget: HTMLInputElement }) => void;
}

/**
 * Returns handlers that select the whole text of a field when it gets the focus, so that typing replaces it. The first
 * click selects it again, because a touch puts the caret where it falls; a second one sets the caret.
 */
export function useSelecting(wanted = true): Selecting {
  const isFresh = useRef(false);
  return {
    onFocus: ({ currentTarget }) => {
      isFresh.current = wanted;
      if (wanted) currentTarget.select();
    },
    onClick: ({ currentTarget }) => {
      if (wanted && isFresh.current) currentTarget.select();
      isFresh.current = false;
    },
  };
}
