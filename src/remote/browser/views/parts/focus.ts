/** Moves the focus to the play button in sight. For a control that goes when pressed, as the focus would go with it. */
export function focusPlay(): void {
  const buttons = document.querySelectorAll<HTMLElement>('.transport .big, .mini > .round');
  [...buttons].find(button => button.getClientRects().length > 0)?.focus();
}
