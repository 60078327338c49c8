/** The target of the latest seek, and whether playback has reached it. Milliseconds. */
export class SeekAim {
  /** Number of seeks that have begun. */
  count = 0;
  /** Target of the latest seek. */
  placeMs = 0;
  /** Whether no position has been seen at the target yet. */
  isOpen = false;
  #landed = 0;

  /** Records the target of a seek that is being requested. */
  send(positionMs: number): void {
    this.placeMs = positionMs;
    this.isOpen = true;
  }

  /** Records that mpv has begun a seek. */
  begin(): void {
    this.count += 1;
  }

  /** Records that the first `count` seeks have landed. */
  land(count: number): void {
    this.#landed = Math.max(this.#landed, count);
  }

  /** Whether a seek has begun but not landed; no positions are reported meanwhile. */
  get isUnderWay(): boolean {
    return this.#landed < this.count;
  }

  /** Records that a position was seen at the target. */
  close(): void {
    this.isOpen = false;
  }

  /** Forgets all seeks, because another file begins. */
  reset(): void {
    this.close();
    this.#landed = this.count;
  }
}
