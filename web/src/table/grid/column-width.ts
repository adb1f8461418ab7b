/** Pixels of a character and of what is around it; the sign of the order stands beside the head. */
const [CHARACTER, PADDING, SORT_SIGN] = [8.3, 30, 20];
const [LEAST, MOST] = [72, 340];

/** A width that fits the head and the first values; long values are cut off. */
export function columnWidth(label: string, texts: readonly string[]): number {
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const wanted = Math.max(longest * CHARACTER, label.length * CHARACTER + SORT_SIGN) + PADDING;
  return Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
}
