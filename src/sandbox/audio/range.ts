/** Which bytes a request wants: `from` included, `to` excluded. */
export type Wanted =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * A Range header read as RFC 9110 §14 has it: one byte range is honoured; none, several, another unit or
 * nonsense means the whole.
 */
export function parseRange(header: string | undefined, bytes: number): Wanted {
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
