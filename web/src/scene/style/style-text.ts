/** Percent; less cannot be seen. */
export const MIN_OPACITY = 10;

/** The number of the first part of a style that has this form; null where there is none. */
export function numberIn(text: string, form: RegExp): number | null {
  const found = text.split('/').flatMap((part) => form.exec(part)?.[1] ?? [])[0];
  return found === undefined ? null : Number(found);
}

/** Percent, of "o60"; 100 where the style says nothing. */
export const opacityIn = (text: string): number =>
  Math.min(100, Math.max(MIN_OPACITY, numberIn(text, /^o(\d{1,3})$/) ?? 100));
