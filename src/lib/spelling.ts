/** Returns one spelling of names that differ only in case, width or spaces. */
export function spellingOf(name: string): string {
  return name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}
