// @ts-nocheck: frozen, while the types it was written for go on.
/**
 * What an invitation is claimed by, out of what a person typed or pasted: six digits, whatever stands between and
 * around them, the secret of a link such as `http://speaker.local:8710/#invite=…`, or, where it is neither, the text
 * without the space around it.
 */
export function toInviteCode(text: string): string {
  // Digits as other keyboards write them, and spaces of any width, become plain ones.
  const plain = text.normalize('NFKC').trim();
  const inLink = /#(?:.*&)?invite=([\w-]+)/.exec(plain)?.[1];
  if (inLink !== undefined) return inLink;
  const digits = plain.replace(/[\s\p{Pd}\p{Cf}\u2212._]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : plain;
}

/** Whether a speaker can have given this out: anything else need not be sent to it. */
export function isInviteCode(text: string): boolean {
  return /^(?:\d{6}|[\w-]{22})$/.test(text);
}
