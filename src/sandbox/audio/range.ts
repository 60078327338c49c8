/** The bytes that a request asks for: `from` included, `to` excluded. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Parses a Range header (RFC 9110 §14): one byte range is honoured; no range, several, another unit or an invalid
 * header means the whole file.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange {
  const found = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  if (found === null) return { kind: 'whole' };
  const [, first = '', last = ''] = found;
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', from: Math.max(0, bytes - suffix), to: bytes };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return { kind: 'whole' };
  if (from >= bytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', from, to: last === '' ? bytes : Math.min(bytes, Number(last) + 1) };
}
