import { Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownName } from '../../files/entry-path.ts';
import { formatCount } from '../../format/count.ts';
import type { SceneAddress } from '../address/scene-address.ts';
import { KEY_HELP } from '../camera/scene-keys.ts';
import type { PanelCamera, SceneKind } from '../core/scene-layer.ts';
import type { SceneSnapshot, ShownLayer } from '../core/scene-owner.ts';
import type { Box } from '../geometry/triple.ts';
import type { Measuring, MeasuringStep } from '../tools/measuring.ts';
import { twoPointsOf } from '../tools/two-points.ts';
import { ClipPanel } from './clip-panel.tsx';
import { InspectPanel } from './inspect-panel.tsx';
import { MeasurePanel } from './measure-panel.tsx';
import type { Inspection } from './use-inspection.ts';

export type EyeDome = {
  readonly isOn: boolean;
  /** What holds while the address says nothing. */
  readonly isUsual: boolean;
};

type ScenePanelProps = {
  readonly snapshot: SceneSnapshot;
  /** By the paths of files, as are styles. */
  readonly kinds: ReadonlyMap<string, SceneKind>;
  readonly styles: ReadonlyMap<string, string>;
  readonly onStyle: (path: string, style: string) => void;
  readonly camera: PanelCamera;
  readonly eyeDome: EyeDome;
  readonly onValues: (patch: SceneAddress) => void;
  readonly measuring: Measuring;
  readonly step: (step: MeasuringStep) => void;
  readonly inspection: Inspection;
  readonly hasMissed: boolean;
  /** In the CRS. */
  readonly clip: Box | null;
};

/** What is shown and how, and what can be done with it. */
export function ScenePanel(props: ScenePanelProps) {
  const { snapshot, eyeDome, onValues, measuring, step, inspection, hasMissed, clip } = props;
  return (
    <aside className="al-scene-panel" aria-label="Scene">
      <div>
        {inspection.at !== null && (
          <PanelSection title="Point">
            <InspectPanel inspection={inspection} />
          </PanelSection>
        )}
        <PanelSection title="Layers">
          <ul className="al-plain-list">
            {snapshot.layers.map((layer) => (
              <li key={layer.path}>
                <Text className="al-break">
                  <bdi>{shownName(layer.path)}</bdi>
                </Text>
                <Text size="sm" c="dimmed">
                  {layerText(layer)}
                </Text>
              </li>
            ))}
          </ul>
        </PanelSection>
        <PanelSection title="Style">
          {snapshot.layers.map((shown) => (
            <LayerStyle key={shown.path} {...props} shown={shown} />
          ))}
          <Checkbox
            label="Eye-dome lighting"
            checked={eyeDome.isOn}
            onChange={({ currentTarget: { checked } }) =>
              onValues({ edges: checked === eyeDome.isUsual ? undefined : checked ? 'on' : 'off' })
            }
          />
        </PanelSection>
        <PanelSection title="Measure">
          <MeasurePanel measuring={measuring} step={step} frame={snapshot.frame} hasMissed={hasMissed} />
        </PanelSection>
        <PanelSection title="Clip box">
          <ClipPanel snapshot={snapshot} clip={clip} onClip={(next) => onValues({ clip: next })} />
        </PanelSection>
        <details className="al-scene-help">
          <summary>Keys</summary>
          <dl>
            {KEY_HELP.map(([keys, does]) => (
              <div key={keys}>
                <dt>{keys}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </aside>
  );
}

type LayerStyleProps = Omit<ScenePanelProps, 'eyeDome' | 'onValues' | 'inspection' | 'clip'> & {
  readonly shown: ShownLayer;
};

/** The settings of a layer; under its name, where there are several. */
function LayerStyle({ shown: { path, layer }, snapshot, kinds, styles, onStyle, camera, ...more }: LayerStyleProps) {
  const StylePanel = kinds.get(path)?.StylePanel;
  if (StylePanel === undefined) return null;
  const settings = (
    <StylePanel
      layer={layer}
      others={snapshot.layers.filter((other) => other.layer !== layer)}
      frame={snapshot.frame}
      camera={camera}
      twoPoints={twoPointsOf(layer, more.measuring, more.hasMissed, more.step)}
      style={styles.get(path) ?? ''}
      onStyle={(style) => onStyle(path, style)}
    />
  );
  if (snapshot.layers.length === 1) return settings;
  return (
    <fieldset className="al-scene-layer-style">
      <legend className="al-break">
        <bdi>{shownName(path)}</bdi>
      </legend>
      {settings}
    </fieldset>
  );
}

export const PanelSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="al-scene-section">
    <Text component="h2" fw={600}>
      {title}
    </Text>
    {children}
  </section>
);

function layerText({ layer, state, points }: ShownLayer): string {
  const shown = `${formatCount(points, layer.counts ?? 'point')} shown`;
  switch (state.kind) {
    case 'loading':
      return 'Loading…';
    case 'partial':
      return state.cause === undefined ? `${shown}, loading more…` : `${shown}; parts are missing`;
    case 'ready':
      return shown;
    case 'failed':
      return 'Cannot be shown';
  }
}
