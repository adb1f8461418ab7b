import type { ProjectedSplats } from './projected-splats.ts';
import { OPAQUE, type SplatCanvas, TILE, TILE_NUMBERS } from './splat-canvas.ts';
import { MOST_EXTENT } from './splat-opacity.ts';

/** Steps of the table per unit of the squared distance. The error of linear interpolation is at most 1e-5. */
const STEPS = 64;
/** Values of `exp(-z² / 2)` by z². */
const GAUSS = Float32Array.from({ length: Math.ceil(MOST_EXTENT * STEPS) + 2 }, (_, at) => Math.exp(-at / STEPS / 2));

/** Red, green, blue of projected splats, computed when a pixel first shows them. */
export interface SplatColours {
  readonly colours: Float32Array;
  readonly isKnown: Uint8Array;
  find(place: number): void;
}

/**
 * Blends splats behind the present content of a tile.
 *
 * @param list indices in `splats`, nearest first; those from `from` to before `end` are drawn
 */
export function blendTile(
  canvas: SplatCanvas,
  tile: number,
  splats: ProjectedSplats,
  list: Uint32Array,
  from: number,
  end: number,
  tints: SplatColours,
): void {
  const { columns, numbers, width, height } = canvas;
  const { colours, isKnown } = tints;
  const left = (tile % columns) * TILE;
  const top = Math.floor(tile / columns) * TILE;
  const right = Math.min(left + TILE, width) - 1;
  const bottom = Math.min(top + TILE, height) - 1;
  const base = tile * TILE_NUMBERS;
  let open = canvas.open[tile]!;
  for (let at = from; at < end && open > 0; at += 1) {
    const place = list[at]!;
    const x = splats.x[place]! - 0.5;
    const y = splats.y[place]! - 0.5;
    const reach = splats.reachY[place]!;
    const a = splats.a[place]!;
    const b = splats.b[place]!;
    const c = splats.c[place]!;
    const ends = splats.ends[place]!;
    const opacity = splats.opacities[place]!;
    const last = Math.min(bottom, Math.floor(y + reach));
    for (let row = Math.max(top, Math.ceil(y - reach)); row <= last; row += 1) {
      const dy = row - y;
      // The part of the row within the ellipse lies between the two solutions of a quadratic equation.
      const tilt = b * dy;
      const rest = c * dy * dy;
      const root = tilt * tilt - a * (rest - ends);
      if (!(root >= 0)) continue;
      const half = Math.sqrt(root) / a;
      const middle = x - tilt / a;
      const start = Math.max(left, Math.ceil(middle - half));
      const stop = Math.min(right, Math.floor(middle + half));
      if (start > stop) continue;
      if (isKnown[place] === 0) tints.find(place);
      const red = colours[3 * place]!;
      const green = colours[3 * place + 1]!;
      const blue = colours[3 * place + 2]!;
      let pixel = base + 4 * ((row - top) * TILE + start - left);
      for (let column = start; column <= stop; column += 1, pixel += 4) {
        const before = numbers[pixel + 3]!;
        if (before < OPAQUE) continue;
        const dx = column - x;
        const step = ((a * dx + 2 * tilt) * dx + rest) * STEPS;
        const whole = step | 0;
        const low = GAUSS[whole]!;
        const gauss = low + (step - whole) * (GAUSS[whole + 1]! - low);
        const alpha = opacity <= 1 ? opacity * gauss : 1 - Math.pow(1 - gauss, opacity);
        const share = before * alpha;
        numbers[pixel] = numbers[pixel]! + share * red;
        numbers[pixel + 1] = numbers[pixel + 1]! + share * green;
        numbers[pixel + 2] = numbers[pixel + 2]! + share * blue;
        const behind = before - share;
        numbers[pixel + 3] = behind;
        if (behind < OPAQUE) open -= 1;
      }
    }
  }
  canvas.open[tile] = open;
}
