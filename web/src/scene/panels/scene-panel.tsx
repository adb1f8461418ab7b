import { Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { hiddenText } from '../address/hidden-layers.ts';
import type { SceneAddress } from '../address/scene-address.ts';
import { KEY_HELP } from '../camera/scene-keys.ts';
import type { PanelCamera, SceneLook } from '../core/scene-layer.ts';
import type { SceneSnapshot, ShownLayer } from '../core/scene-snapshot.ts';
import type { Box } from '../geometry/triple.ts';
import type { Measuring, MeasuringStep } from '../tools/measuring.ts';
import { thingTitle } from '../scene-things.ts';
import { twoPointsOf } from '../tools/two-points.ts';
import { ClipPanel } from './clip-panel.tsx';
import { InspectPanel } from './inspect-panel.tsx';
import { LayerList } from './layer-list.tsx';
import { MeasurePanel } from './measure-panel.tsx';
import type { Inspection } from './use-inspection.ts';
import { i18n } from '../../languages/i18n.ts';

export type EyeDome = {
  readonly isOn: boolean;
  /** What holds while the address says nothing. */
  readonly isUsual: boolean;
};

type ScenePanelProps = {
  readonly datasetRef: DatasetRef;
  readonly snapshot: SceneSnapshot;
  /** Paths of layers that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  /** By the paths of files, as are styles. */
  readonly looks: ReadonlyMap<string, SceneLook>;
  readonly styles: ReadonlyMap<string, string>;
  readonly onStyle: (path: string, style: string) => void;
  readonly camera: PanelCamera;
  readonly eyeDome: EyeDome;
  readonly onValues: (patch: SceneAddress) => void;
  readonly measuring: Measuring;
  /** Takes the place for the measurements of the dataset. */
  readonly onSlot: (place: HTMLElement | null) => void;
  readonly step: (step: MeasuringStep) => void;
  readonly inspection: Inspection;
  readonly hasMissed: boolean;
  /** In the CRS. */
  readonly clip: Box | null;
};

/** What is shown and how, and what can be done with it. */
export function ScenePanel(props: ScenePanelProps) {
  const {
    datasetRef,
    snapshot,
    looks,
    hidden,
    eyeDome,
    onValues,
    measuring,
    step,
    inspection,
    hasMissed,
    clip,
    camera,
    onSlot,
  } = props;
  return (
    <aside className="al-scene-panel" aria-label={i18n.t('Scene')}>
      <div>
        {inspection.at !== null && (
          <PanelSection title={i18n.t('Point')}>
            <InspectPanel
              datasetRef={datasetRef}
              inspection={inspection}
              looks={looks}
              snapshot={snapshot}
              camera={camera}
            />
          </PanelSection>
        )}
        <PanelSection title={i18n.t('Layers')}>
          <LayerList
            snapshot={snapshot}
            looks={looks}
            onHidden={(path, isHidden) => onValues({ hide: hiddenText(hidden, path, isHidden) })}
          />
        </PanelSection>
        <PanelSection title={i18n.t('Style')}>
          {snapshot.layers.map((shown) => (
            <LayerStyle key={shown.path} {...props} shown={shown} />
          ))}
          <Checkbox
            label={i18n.t('Eye-dome lighting')}
            checked={eyeDome.isOn}
            onChange={({ currentTarget: { checked } }) =>
              onValues({ edges: checked === eyeDome.isUsual ? undefined : checked ? 'on' : 'off' })
            }
          />
        </PanelSection>
        <PanelSection title={i18n.t('Measure')}>
          <MeasurePanel measuring={measuring} step={step} frame={snapshot.frame} hasMissed={hasMissed} />
          <div ref={onSlot} />
        </PanelSection>
        <PanelSection title={i18n.t('Clip box')}>
          <ClipPanel snapshot={snapshot} clip={clip} onClip={(next) => onValues({ clip: next })} />
        </PanelSection>
        <details className="al-scene-help">
          <summary>{i18n.t('Keys')}</summary>
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

type LayerStyleProps = Omit<
  ScenePanelProps,
  'datasetRef' | 'hidden' | 'eyeDome' | 'onValues' | 'inspection' | 'clip' | 'onSlot'
> & {
  readonly shown: ShownLayer;
};

/** The settings of a layer; under its name, where there are several. */
function LayerStyle({ shown: { path, layer }, snapshot, looks, styles, onStyle, camera, ...more }: LayerStyleProps) {
  const StylePanel = looks.get(path)?.StylePanel;
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
        <bdi>{thingTitle(path)}</bdi>
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
