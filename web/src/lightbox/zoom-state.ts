/** How a picture is enlarged: 1 is whole; the shift is in pixels of the page from the middle. */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number };

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MOST = 12;

type Size = { readonly width: number; readonly height: number };

/** Enlarges around a point, which stays where it is. @param at from the middle of the stage */
export function zoomed(
  { scale, x, y }: Zoom,
  by: number,
  at: { readonly x: number; readonly y: number },
  size: Size,
): Zoom {
  const next = Math.max(1, Math.min(MOST, scale * by));
  const share = next / scale;
  return held({ scale: next, x: at.x - (at.x - x) * share, y: at.y - (at.y - y) * share }, size);
}

export const panned = ({ scale, x, y }: Zoom, dx: number, dy: number, size: Size): Zoom =>
  held({ scale, x: x + dx, y: y + dy }, size);

/** Something of the picture is always seen: its edge goes no further than that of the stage. */
function held({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const [mostX, mostY] = [((scale - 1) * width) / 2, ((scale - 1) * height) / 2];
  const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value)) + 0;
  return { scale, x: within(x, mostX), y: within(y, mostY) };
}
