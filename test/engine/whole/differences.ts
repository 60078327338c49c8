/** A kind of difference to the oracle that is wanted: its signature, or what it matches, and why. */
interface Wanted {
  readonly signature: string | RegExp;
  readonly reason: string;
}

export const WANTED: readonly Wanted[] = [
  {
    signature:
      /^player: oracle (unload|setVolume|setMuted) \/ new (load|setVolume|setMuted|unload|releaseDevice)$/,
    reason:
      'The player is told by difference from what it was last told: nothing while it is away, and nothing twice; its levels when it is there.',
  },
  {
    signature: /^player: oracle load \/ new unload$/,
    reason:
      'What failed, or is over with nothing behind it, is unloaded at once: the sound device is free meanwhile.',
  },
  {
    signature: /^player: load, oracle \/ new: url /,
    reason: 'The address that came first is used: the one of a later answer is not waited for.',
  },
  {
    signature: /^service: (oracle setEnded|oracle setProgress) \/ new setSource$/,
    reason: 'A source that the service forgot is set again as soon as that is known, behind what sounds.',
  },
  {
    signature:
      /^service: oracle (current|setEnded|setProgress|setStarted|setPaused|previous|setSource) \/ new (setProgress|setStarted|setPaused|peek|replay|current|onAbilities)$/,
    reason:
      'An end whose outcome is unknown is looked up at once, not when the next report is due; notes wait for what decides where they belong, and go in their order.',
  },
  {
    signature: /^service: setStarted, oracle \/ new: /,
    reason:
      'A start that had to wait for the end of the item before is told as where it was, not as where it is by then.',
  },
  {
    signature: /^state: shows, oracle \/ new: silenceReason /,
    reason:
      'What is being waited out is named from the first failure on, also where the sound had not stopped yet.',
  },
];
