/**
 * Extracts an invitation code from text that a person typed or pasted: six digits, regardless of separators and
 * surrounding space; the secret of a link such as `http://speaker.local:8710/#invite=…`; or else the text itself,
 * trimmed.
 */
export function toInviteCode(text: string): string {
  // Converts digits of other input methods, and spaces of any width, to plain ones.
  const plain = text.normalize('NFKC').trim();
  const inLink = /#(?:.*&)?invite=([\w-]+)/.exec(plain)?.[1];
  if (inLink !== undefined) return inLink;
  const digits = plain.replace(/[\s\p{Pd}\p{Cf}\u2212._]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : plain;
}

/** Whether a speaker can have issued this code; any other need not be sent to one. */
export function isInviteCode(text: string): boolean {
  return /^(?:\d{6}|[\w-]{22})$/.test(text);
}
