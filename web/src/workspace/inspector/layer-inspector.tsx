import { Skeleton, Slider, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { isDrawable, kindOnMap } from '../map/drawn-style.ts';
import type { LayerState } from '../map/layer-states.ts';
import type { Measuring } from './analyse.tsx';
import { Inspector } from './inspector.tsx';
import type { InspectorTab } from './inspector-tabs.ts';
import { i18n } from '../../languages/i18n.ts';

type LayerInspectorProps = {
  readonly datasetRef: DatasetRef;
  readonly layer: MapLayer;
  readonly state: LayerState;
  readonly mayWrite: boolean;
  readonly onState: (change: Partial<LayerState>) => void;
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  /** Begins to measure on the map. */
  readonly onMeasure: Measuring['start'];
  readonly onClose: () => void;
};

/** The selected layer, beside the map. It covers nothing. */
export function LayerInspector(props: LayerInspectorProps) {
  const { datasetRef, layer, state, mayWrite, onState, onMeasure, ...shared } = props;
  const Look = kindOnMap(layer)?.Look;
  const style = (
    <Stack gap="lg">
      <div>
        <Text size="sm" id="layer-opacity">
          {i18n.t('Opacity')}
        </Text>
        <Slider
          value={state.opacity}
          min={0}
          max={100}
          step={5}
          label={(value) => `${value} %`}
          thumbProps={{ 'aria-labelledby': 'layer-opacity' }}
          onChange={(opacity) => onState({ opacity })}
        />
      </div>
      {Look !== undefined && (
        <Suspense fallback={<Skeleton height={160} />}>
          <Look
            datasetRef={datasetRef}
            layer={layer}
            look={state.look}
            onLook={(look) => onState({ look })}
            mayWrite={mayWrite}
          />
        </Suspense>
      )}
    </Stack>
  );
  const hasHeights = layer.group === 'elevation' && isDrawable(layer);
  return (
    <section className="al-inspector" aria-label={layer.title}>
      <Inspector
        {...shared}
        datasetRef={datasetRef}
        title={layer.title}
        entry={layer.entry}
        mayWrite={mayWrite}
        style={style}
        look={state.look === '' ? layer.savedLook : state.look}
        measuring={hasHeights ? { start: onMeasure } : undefined}
      />
    </section>
  );
}
