import { CloseButton, Skeleton, Slider, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { PropertiesContent } from '../../files/properties/properties-content.tsx';
import { detailsQuery } from '../../kinds/index.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { Problem } from '../../parts/problem.tsx';
import { kindOnMap } from './drawn-style.ts';
import type { LayerState } from './layer-states.ts';

type InspectorProps = {
  readonly datasetRef: DatasetRef;
  readonly layer: MapLayer;
  readonly state: LayerState;
  readonly mayWrite: boolean;
  readonly onState: (change: Partial<LayerState>) => void;
  readonly onClose: () => void;
};

/** The selected layer: what it is and how it is shown. It stands beside the map and covers nothing. */
export function Inspector({ datasetRef, layer, state, mayWrite, onState, onClose }: InspectorProps) {
  const [tab, setTab] = useState<string | null>('style');
  const Look = kindOnMap(layer)?.Look;
  return (
    <section className="al-inspector" aria-label={layer.title}>
      <div className="al-inspector-head">
        <Title order={2} size="h5" className="al-break">
          <bdi>{layer.title}</bdi>
        </Title>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="style">Style</Tabs.Tab>
          {layer.entry !== null && <Tabs.Tab value="info">Info</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="style" pt="md">
          <Stack gap="lg">
            <div>
              <Text size="sm" id="layer-opacity">
                Opacity
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
        </Tabs.Panel>
        <Tabs.Panel value="info" pt="md">
          {layer.entry !== null && <Facts datasetRef={datasetRef} entry={layer.entry} />}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function Facts({ datasetRef, entry }: { readonly datasetRef: DatasetRef; readonly entry: Entry }) {
  const details = useQuery(detailsQuery);
  if (details.isPending) return <Skeleton height={240} />;
  if (details.error !== null)
    return <Problem title="This did not open" error={details.error} onRetry={() => void details.refetch()} />;
  return (
    <Stack gap="lg">
      <PropertiesContent datasetRef={datasetRef} entry={entry} details={details.data} />
    </Stack>
  );
}
