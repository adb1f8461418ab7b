import type { Histogram } from '../../../api/rasters.ts';
import type { Range } from './look-text.ts';

/** Size of the picture that the bars are drawn in. */
export const BARS_WIDTH = 256;
export const BARS_HEIGHT = 64;

type HistogramBarsProps = {
  readonly histogram: Histogram;
  /** Values at the ends of the picture. */
  readonly scale: Range;
};

/** How often each value is found. */
export const HistogramBars = ({ histogram, scale }: HistogramBarsProps) =>
  barsOf(histogram, scale).map(({ x, width, height }) => (
    <rect key={x} x={x} y={BARS_HEIGHT - height} width={width} height={height} />
  ));

/** Bars whose areas are comparable by eye: the root of the counts, as one value is often most of a raster. */
function barsOf({ min, max, counts }: Histogram, [low, high]: Range) {
  const most = Math.max(1, ...counts);
  const xOf = (value: number): number => (BARS_WIDTH * (value - low)) / (high - low);
  const bin = (max - min) / counts.length;
  return counts.flatMap((count, at) =>
    count === 0
      ? []
      : [
          {
            x: xOf(min + bin * at),
            width: (BARS_WIDTH * bin) / (high - low),
            height: BARS_HEIGHT * Math.sqrt(count / most),
          },
        ],
  );
}
