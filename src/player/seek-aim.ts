/** Where sound was sent by seeks, and whether it has got there. Milliseconds. */
export interface SeekAim {
  /** A seek was asked for. */
  send(positionMs: number): void;
  /** mpv says that a seek begins. */
  begin(): void;
  /** How many have begun. */
  readonly count: number;
  /** The first `count` of them have landed. */
  land(count: number): void;
  /** Positions are not told between a seek and its landing. */
  readonly isUnderWay: boolean;
  /** Where the last one was sent. */
  readonly placeMs: number;
  /** Whether sound has not been seen there yet. */
  readonly isOpen: boolean;
  /** Sound was seen. */
  close(): void;
  /** Another file: nothing is under way. */
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
