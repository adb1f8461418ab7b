import { Checkbox, Skeleton, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { InspectorTab } from '../../workspace/inspector/inspector-tabs.ts';
import { hiddenText } from '../address/hidden-layers.ts';
import type { SceneAddress } from '../address/scene-address.ts';
import { KEY_HELP } from '../camera/scene-keys.ts';
import type { Box } from '../geometry/triple.ts';
import { formatHeights, parseHeights } from '../heights/chosen-heights.ts';
import { thingTitle } from '../scene-things.ts';
import { ClipPanel } from './clip-panel.tsx';
import { InspectPanel } from './inspect-panel.tsx';
import { LayerList } from './layer-list.tsx';
import { LayerStyle, type LayerStyleProps } from './layer-style.tsx';
import { MeasurePanel } from './measure-panel.tsx';
import type { Inspection } from './use-inspection.ts';
import { i18n } from '../../languages/i18n.ts';

const SelectedLayer = lazy(() => import('./selected-layer.tsx'));

export type EyeDome = {
  readonly isOn: boolean;
  /** What holds while the address says nothing. */
  readonly isUsual: boolean;
};

type ScenePanelProps = Omit<LayerStyleProps, 'shown'> & {
  readonly datasetRef: DatasetRef;
  /** Paths of layers that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  /** Path of the selected layer. */
  readonly selected: string | undefined;
  /** As the address has it. */
  readonly heights: string | undefined;
  readonly eyeDome: EyeDome;
  readonly onValues: (patch: SceneAddress) => void;
  /** Takes the place for the measurements of the dataset. */
  readonly onSlot: (place: HTMLElement | null) => void;
  readonly inspection: Inspection;
  /** In the CRS. */
  readonly clip: Box | null;
};

/** What is shown and how, and what can be done with it. */
export function ScenePanel(props: ScenePanelProps) {
  const { datasetRef, hidden, selected, heights, eyeDome, onValues, onSlot, inspection, clip, ...style } = props;
  const { snapshot, looks, measuring, step, hasMissed, owner } = style;
  const [tab, setTab] = useState<InspectorTab>('info');
  const list = useRef<HTMLDivElement>(null);
  const chosen = snapshot.layers.find(({ path }) => path === selected);
  const others = snapshot.layers.filter((layer) => layer !== chosen);
  const select = (path: string, nextTab?: InspectorTab): void => {
    if (nextTab !== undefined) setTab(nextTab);
    onValues({ sel: path });
  };
  const closeSelected = (): void => {
    list.current?.querySelector<HTMLElement>('.al-scene-row-name[aria-pressed="true"]')?.focus();
    onValues({ sel: undefined });
  };
  return (
    <aside className="al-scene-panel" aria-label={i18n.t('Scene')}>
      <div ref={list}>
        {inspection.at !== null && (
          <PanelSection title={i18n.t('Point')}>
            <InspectPanel
              datasetRef={datasetRef}
              inspection={inspection}
              looks={looks}
              snapshot={snapshot}
              camera={owner}
            />
          </PanelSection>
        )}
        <PanelSection title={i18n.t('Layers')}>
          <LayerList
            datasetRef={datasetRef}
            snapshot={snapshot}
            looks={looks}
            selected={selected}
            onHidden={(path, isHidden) => onValues({ hide: hiddenText(hidden, path, isHidden) })}
            onSelect={select}
            onZoom={owner.showLayer}
          />
        </PanelSection>
        {/* Below the list: above it, a double click would meet another row the second time. */}
        {chosen !== undefined && (
          <Suspense fallback={<Skeleton height={240} />}>
            <SelectedLayer
              {...style}
              key={chosen.path}
              datasetRef={datasetRef}
              shown={chosen}
              tab={tab}
              onTab={setTab}
              chosenHeights={parseHeights(heights)}
              onHeights={(chosen) => onValues({ heights: formatHeights(chosen) })}
              onClose={closeSelected}
            />
          </Suspense>
        )}
        <PanelSection title={i18n.t('Style')}>
          {others.map((shown) =>
            snapshot.layers.length === 1 ? (
              <LayerStyle key={shown.path} {...style} shown={shown} />
            ) : (
              <fieldset key={shown.path} className="al-scene-layer-style">
                <legend className="al-break">
                  <bdi>{thingTitle(shown.path)}</bdi>
                </legend>
                <LayerStyle {...style} shown={shown} />
              </fieldset>
            ),
          )}
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

export const PanelSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="al-scene-section">
    <Text component="h2" fw={600}>
      {title}
    </Text>
    {children}
  </section>
);
