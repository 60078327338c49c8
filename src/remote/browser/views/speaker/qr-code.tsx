import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Modules {
  readonly size: number;
  /** One square for each dark module. */
  readonly path: string;
}

/** Encodes the text. The encoder is loaded on demand, because few people invite others. */
async function encode(text: string): Promise<Modules> {
  const { encode: toModules } = await import('uqr');
  const { data, size } = toModules(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return { size, path };
}

/** A QR code: dark on light in every colour scheme. */
export function QrCode({ text }: { text: string }): VNode {
  const { say } = useWords();
  const [modules, setModules] = useState<Modules | null>(null);
  useEffect(() => {
    let late = false;
    void encode(text).then(encoded => {
      if (!late) setModules(encoded);
    });
    return () => {
      late = true;
    };
  }, [text]);
  return (
    <svg
      class="qr"
      role="img"
      aria-label={say('qrCode')}
      viewBox={`0 0 ${modules?.size ?? 1} ${modules?.size ?? 1}`}
    >
      {modules !== null && <path d={modules.path} shape-rendering="crispEdges" />}
    </svg>
  );
}
