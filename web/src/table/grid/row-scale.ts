/**
 * Where a long list is scrolled to. Browsers draw no element of more than some 17 million pixels, so a list of a million rows is
 * less high than its rows are together: its scroll bar stands for more pixels than it has.
 */

/** The largest height of an element, in pixels: below the limits of all browsers. */
const MOST_HEIGHT = 12_000_000;
/** Views near an end in which a step of the wheel is stretched, so that the end of the bar is the end of the rows. */
const NEAR_END = 10;

export type Sizes = {
  /** Pixels of all rows together. */
  readonly total: number;
  /** Pixels of what is in sight. */
  readonly view: number;
};

/** `top` is what the browser has scrolled, `offset` the pixel of the rows that is at the top of the view then. */
export type Place = { readonly top: number; readonly offset: number };

export const START: Place = { top: 0, offset: 0 };

/** Height of the element that scrolls. */
export const heightOf = ({ total }: Sizes): number => Math.min(total, MOST_HEIGHT);

const ends = (sizes: Sizes): { readonly mostTop: number; readonly mostOffset: number } => ({
  mostTop: Math.max(0, heightOf(sizes) - sizes.view),
  mostOffset: Math.max(0, sizes.total - sizes.view),
});

const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** The place after the browser has scrolled to `top`: small steps move the rows by as much, large ones by their share. */
export function scrolledTo(place: Place, top: number, sizes: Sizes): Place {
  const { mostTop, mostOffset } = ends(sizes);
  if (sizes.total <= MOST_HEIGHT) return { top, offset: within(top, mostOffset) };
  const step = top - place.top;
  // Browsers round what they are told to scroll to.
  if (Math.abs(step) < 1) return place;
  if (top <= 0) return { top, offset: 0 };
  if (top >= mostTop) return { top, offset: mostOffset };
  if (Math.abs(step) > 2 * sizes.view) return { top, offset: (top / mostTop) * mostOffset };
  const [left, leftOffset] = step < 0 ? [place.top, place.offset] : [mostTop - place.top, mostOffset - place.offset];
  const stretch = left < NEAR_END * sizes.view && left > 0 ? leftOffset / left : 1;
  return { top, offset: within(place.offset + step * stretch, mostOffset) };
}

/** The place that has a pixel of the rows at the top of the view: near by a small step, else by its share of the bar. */
export function placeAt(place: Place, offset: number, sizes: Sizes): Place {
  const { mostTop, mostOffset } = ends(sizes);
  const wanted = within(offset, mostOffset);
  if (sizes.total <= MOST_HEIGHT) return { top: wanted, offset: wanted };
  const near = place.top + wanted - place.offset;
  const isNear = Math.abs(wanted - place.offset) <= 2 * sizes.view && near > 0 && near < mostTop;
  const isEnd = wanted === 0 || wanted === mostOffset;
  return { top: isNear && !isEnd ? near : (wanted / Math.max(1, mostOffset)) * mostTop, offset: wanted };
}
