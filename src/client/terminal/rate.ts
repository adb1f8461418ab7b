/** Time over which a speed is measured: long enough to be quiet, short enough to follow. */
const WINDOW_MS = 10_000;

/** What a transfer has done, and how fast it is. */
export class Tally {
  totalFiles = 0;
  totalBytes = 0;
  files = 0;
  bytes = 0;
  readonly #now: () => number;
  #marks: { readonly at: number; readonly bytes: number }[];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#marks = [{ at: now(), bytes: 0 }];
  }

  add(bytes: number): void {
    this.bytes += bytes;
    const at = this.#now();
    // One mark for each tenth of a second is as exact as anybody reads it.
    if (at - this.#marks.at(-1)!.at < 100) return;
    this.#marks.push({ at, bytes: this.bytes });
    while (this.#marks.length > 2 && at - this.#marks[1]!.at > WINDOW_MS) this.#marks.shift();
  }

  /** Bytes a second of late; 0 while nothing is known. */
  get speed(): number {
    const first = this.#marks[0]!;
    const seconds = (this.#now() - first.at) / 1000;
    return seconds < 0.2 ? 0 : Math.max(0, this.bytes - first.bytes) / seconds;
  }

  /** Seconds that are left at this speed. */
  get secondsLeft(): number {
    return Math.max(0, this.totalBytes - this.bytes) / this.speed;
  }
}
