/** Many texts that all threads of a build see without a copy: a million paths of tiles are 120 MB. */
export interface SharedTexts {
  /** UTF-8, one text behind the other. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Where each of them ends. */
  readonly ends: Float64Array<SharedArrayBuffer>;
}

export function shareTexts(texts: readonly string[]): SharedTexts {
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  const ends = sharedNumbers(texts.length);
  const whole = Buffer.from(bytes.buffer);
  let at = 0;
  texts.forEach((text, index) => {
    at += whole.write(text, at);
    ends[index] = at;
  });
  return { bytes, ends };
}

export function textAt({ bytes, ends }: SharedTexts, index: number): string {
  const start = index === 0 ? 0 : ends[index - 1]!;
  return Buffer.from(bytes.buffer, start, ends[index]! - start).toString();
}

/** Numbers that all threads see without a copy. */
export const sharedNumbers = (count: number): Float64Array<SharedArrayBuffer> =>
  new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));
