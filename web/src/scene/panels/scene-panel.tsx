import { Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownName } from '../../files/entry-path.ts';
import { formatCount } from '../../format/count.ts';
import type { SceneAddress } from '../address/scene-address.ts';
import { KEY_HELP } from '../camera/scene-keys.ts';
import type { SceneKind } from '../core/scene-layer.ts';
import type { SceneSnapshot, ShownLayer } from '../core/scene-owner.ts';
import type { Box } from '../geometry/triple.ts';
import type { Measuring, MeasuringStep } from '../tools/measuring.ts';
import { ClipPanel } from './clip-panel.tsx';
import { InspectPanel } from './inspect-panel.tsx';
import { MeasurePanel } from './measure-panel.tsx';
import type { Inspection } from './use-inspection.ts';

type ScenePanelProps = {
  readonly snapshot: SceneSnapshot;
  readonly kinds: readonly SceneKind[];
  readonly values: SceneAddress;
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
  const { snapshot, kinds, values, onValues, measuring, step, inspection, hasMissed, clip } = props;
  const layers = snapshot.layers.map(({ layer }) => layer);
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
          {kinds.map(({ StylePanel }, index) => (
            <StylePanel
              key={index}
              layers={layers}
              style={values.style ?? ''}
              onStyle={(style) => onValues({ style: style === '' ? undefined : style })}
            />
          ))}
          <Checkbox
            label="Eye-dome lighting"
            checked={values.edges !== 'off'}
            onChange={(event) => onValues({ edges: event.currentTarget.checked ? undefined : 'off' })}
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
