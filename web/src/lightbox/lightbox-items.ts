/** A photo, panorama or video that is shown. */
export type LightboxItem = {
  readonly path: string;
  /** Changes with the bytes of the file. */
  readonly version: string | null;
};

/** The place of a path among items; the first one where it is none of them. */
export const placeIn = (items: readonly LightboxItem[], path: string): number =>
  Math.max(
    0,
    items.findIndex((item) => item.path === path),
  );

/** Which item is shown after a key; null where the key means nothing. */
export function placeAfterKey(key: string, at: number, count: number): number | null {
  const next: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    PageUp: at - 1,
    ArrowRight: at + 1,
    PageDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const wanted = Object.hasOwn(next, key) ? next[key] : undefined;
  return wanted === undefined ? null : Math.max(0, Math.min(count - 1, wanted));
}
