// Prints at the end of a run which kinds of tests were skipped, and how to run them.

const KINDS = [
  {
    isOf: reason => /\broot\b/.test(reason),
    tell: (amount, files) =>
      `skipped: ${amount} that need root (networks, mounts and users of their own). They run by: ` +
      `sudo env "PATH=$PATH" npm test -- ${files.join(' ')}`,
  },
  {
    isOf: reason => /missing|not installed|there is no|^no \S+ here$/.test(reason),
    tell: (amount, _, reasons) =>
      `skipped: ${amount} for want of a program (${reasons.join('; ')}). npm test installs what is missing by apt where it ` +
      'is root or may use sudo.',
  },
  {
    isOf: () => true,
    tell: (amount, files, reasons) =>
      `skipped: ${amount} that this machine cannot run (${reasons.join('; ')}), of ${files.join(' ')}`,
  },
];

/** Returns a line for each kind. `skips`: compiled file and reason of each. */
export function tellSkipped(skips) {
  let left = skips;
  return KINDS.flatMap(({ isOf, tell }) => {
    const own = left.filter(({ reason }) => isOf(reason));
    left = left.filter(({ reason }) => !isOf(reason));
    if (own.length === 0) return [];
    const files = unique(own.map(({ file }) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts')));
    return [tell(own.length, files, unique(own.map(({ reason }) => reason || 'no reason given')))];
  });
}

function unique(words) {
  return [...new Set(words)].sort();
}
