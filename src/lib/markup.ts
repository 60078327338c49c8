const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }),
);

/** Escapes text for HTML, XML and quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`]/g, sign => NAMED.get(sign) ?? `&#${sign.charCodeAt(0)};`);
}
