/** A picture that is being made. */
export interface Target {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Four with alpha; with three what is transparent shows white. */
  readonly channels: 3 | 4;
}
