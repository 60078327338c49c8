/** The target of the latest seek, and whether playback has reached it. Milliseconds. */
export interface SeekAim {
  /** Records the target of a seek that is being requested. */
  send(positionMs: number): void;
  /** Records that mpv has begun a seek. */
  begin(): void;
  /** Number of seeks that have begun. */
  readonly count: number;
  /** Records that the first `count` seeks have landed. */
  land(count: number): void;
  /** Whether a seek has begun but not landed; no positions are reported meanwhile. */
  readonly isUnderWay: boolean;
  /** Target of the latest seek. */
  readonly placeMs: number;
  /** Whether no position has been seen at the target yet. */
  readonly isOpen: boolean;
  /** Records that a position was seen there. */
  close(): void;
  /** Forgets all seeks, because another file begins. */
  reset(): void;
}

export function createSeekAim(): SeekAim {
  let [count, landed] = [0, 0];
  let [placeMs, isOpen] = [0, false];
  return {
    send(positionMs) {
      placeMs = positionMs;
      isOpen = true;
    },
    begin() {
      count += 1;
    },
    get count() {
      return count;
    },
    land(begun) {
      landed = Math.max(landed, begun);
    },
    get isUnderWay() {
      return landed < count;
    },
    get placeMs() {
      return placeMs;
    },
    get isOpen() {
      return isOpen;
    },
    close() {
      isOpen = false;
    },
    reset() {
      isOpen = false;
      landed = count;
    },
  };
}
