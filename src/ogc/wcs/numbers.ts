const NUMBER = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?$/;

/** A finite number as standards write it; NaN for anything else. */
export function readNumber(text: string): number {
  const trimmed = text.trim();
  const value = NUMBER.test(trimmed) ? Number(trimmed) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

/** Numbers between commas; undefined unless there are as many as asked for. */
export function readNumbers(items: readonly string[], count: number): readonly number[] | undefined {
  const values = items.map(readNumber);
  return values.length === count && !values.some(Number.isNaN) ? values : undefined;
}
