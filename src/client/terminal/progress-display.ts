/** A file on its way. */
export interface FileProgress {
  /** So many more bytes are over; fewer when some must be sent again. */
  bytes(count: number): void;
  /** The file is over. */
  end(): void;
}

/** Shows how far a transfer is, on standard error. */
export interface Progress {
  /** Totals as far as they are known; may be called again when more is found. */
  begin(totalFiles: number, totalBytes: number): void;
  file(name: string, size: number): FileProgress;
  /** A line that stays, whatever is shown. */
  note(text: string): void;
  /** Takes the display away. */
  end(): void;
}
