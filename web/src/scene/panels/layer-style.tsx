import type { SceneLook } from '../core/scene-kind.ts';
import type { SceneOwner } from '../core/scene-owner.ts';
import type { SceneSnapshot, ShownLayer } from '../core/scene-snapshot.ts';
import type { Measuring, MeasuringStep } from '../tools/measuring.ts';
import { twoPointsOf } from '../tools/two-points.ts';

export type LayerStyleProps = {
  readonly shown: ShownLayer;
  readonly snapshot: SceneSnapshot;
  /** By the paths of files, as are styles. */
  readonly looks: ReadonlyMap<string, SceneLook>;
  readonly styles: ReadonlyMap<string, string>;
  readonly onStyle: (path: string, style: string) => void;
  readonly owner: SceneOwner;
  readonly measuring: Measuring;
  /** True if there was nothing where a point was last chosen. */
  readonly hasMissed: boolean;
  readonly step: (step: MeasuringStep) => void;
};

/** The settings of a layer. */
export function LayerStyle({
  shown: { path, layer },
  snapshot,
  looks,
  styles,
  onStyle,
  owner,
  ...more
}: LayerStyleProps) {
  const StylePanel = looks.get(path)?.StylePanel;
  return StylePanel === undefined ? null : (
    <StylePanel
      layer={layer}
      others={snapshot.layers.filter((other) => other.layer !== layer)}
      frame={snapshot.frame}
      camera={owner}
      twoPoints={twoPointsOf(layer, more.measuring, more.hasMissed, more.step)}
      style={styles.get(path) ?? ''}
      onStyle={(style) => onStyle(path, style)}
    />
  );
}
