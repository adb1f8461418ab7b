import { RangeSlider } from '@mantine/core';
import { useState } from 'react';
import type { Histogram } from '../../../api/rasters.ts';
import type { Range } from './look-text.ts';
import { BARS_HEIGHT as HEIGHT, BARS_WIDTH as WIDTH, HistogramBars } from './histogram-bars.tsx';
import { STEPS, stepOf, valueAt } from './stretch.ts';
import { i18n } from '../../../languages/i18n.ts';

type HistogramRangeProps = {
  readonly histogram: Histogram;
  /** Values at the ends of the picture. */
  readonly scale: Range;
  readonly range: Range;
  readonly textOf: (value: number) => string;
  /** Called when a handle comes to rest: each change draws the map anew. */
  readonly onRange: (range: Range) => void;
};

/** A handle moves by half a percent with each press of a key. */
const STEP = 5;

/** How often each value is found, and two handles for the values that the colours begin and end at. */
export function HistogramRange({ histogram, scale, range, textOf, onRange }: HistogramRangeProps) {
  const resting = range.join();
  const [moved, setMoved] = useState<{ readonly from: string; readonly steps: [number, number] } | null>(null);
  // What was moved from another range is over.
  const steps: [number, number] =
    moved?.from === resting ? moved.steps : [stepOf(range[0], scale), stepOf(range[1], scale)];
  const [from, to] = steps;
  /** A handle that was not moved keeps its value to the last digit. */
  const valueOf = (step: number, before: number): number =>
    step === stepOf(before, scale) ? before : valueAt(step, scale);
  const low = valueOf(from, range[0]);
  const high = valueOf(to, range[1]);
  return (
    <div className="al-histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={i18n.t('Histogram')}>
        <HistogramBars histogram={histogram} scale={scale} />
        <rect className="al-histogram-out" x={0} y={0} width={(WIDTH * from) / STEPS} height={HEIGHT} />
        <rect
          className="al-histogram-out"
          x={(WIDTH * to) / STEPS}
          y={0}
          width={(WIDTH * (STEPS - to)) / STEPS}
          height={HEIGHT}
        />
      </svg>
      <RangeSlider
        min={0}
        max={STEPS}
        step={STEP}
        minRange={STEP}
        value={steps}
        label={null}
        size="sm"
        thumbFromLabel={i18n.t('Lower end')}
        thumbToLabel={i18n.t('Upper end')}
        thumbValueText={(step) => textOf(valueAt(step, scale))}
        onChange={(next) => setMoved({ from: resting, steps: next })}
        onChangeEnd={([first, second]) => {
          const next: Range = [valueOf(first, range[0]), valueOf(second, range[1])];
          if (next[0] < next[1] && (next[0] !== range[0] || next[1] !== range[1])) onRange(next);
        }}
      />
      <div className="al-legend-ends al-figures">
        <span>{textOf(low)}</span>
        <span>{textOf(high)}</span>
      </div>
    </div>
  );
}
