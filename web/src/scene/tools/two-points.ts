import type { TwoPoints } from '../core/scene-kind.ts';
import type { SceneLayer } from '../core/scene-layer.ts';
import type { Measuring, MeasuringStep } from './measuring.ts';

/** Two points of a layer that its settings ask for. */
export function twoPointsOf(
  layer: SceneLayer,
  { open, done }: Measuring,
  hasMissed: boolean,
  step: (step: MeasuringStep) => void,
): TwoPoints {
  const isChoosing = open?.tool === 'calibration' && open.of === layer;
  const index = done.findIndex(({ tool, of }) => tool === 'calibration' && of === layer);
  return {
    isChoosing,
    points: isChoosing ? open.points : (done[index]?.points ?? []),
    hasMissed: isChoosing && hasMissed,
    choose(on) {
      if (index >= 0) step({ does: 'remove', index });
      step(on ? { does: 'choose', tool: 'calibration', of: layer } : { does: 'choose', tool: null });
    },
    remove() {
      if (index >= 0) step({ does: 'remove', index });
    },
  };
}
