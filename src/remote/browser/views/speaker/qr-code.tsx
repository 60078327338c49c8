import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

/** A QR code: dark on light in every colour scheme. */
export function QrCode({ text }: { text: string }): VNode {
  const { say } = useWords();
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 2 }), [text]);
  // One square for each dark module.
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return (
    <svg class="qr" role="img" aria-label={say('qrCode')} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} shape-rendering="crispEdges" />
    </svg>
  );
}
