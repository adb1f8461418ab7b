import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { datasetQuery, mayDownload } from '../../api/datasets.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { Drawer } from './drawer.tsx';
import type { DrawerTab } from './drawer-tabs.ts';

const LayerTable = lazy(async () => ({ default: (await import('./layer-table.tsx')).LayerTable }));
const PhotoStrip = lazy(async () => ({ default: (await import('./photo-strip.tsx')).PhotoStrip }));

/** What is chosen on the map and in its tables: of one layer features by id, or photos by path. */
export type Chosen = { readonly layer: string; readonly ids: readonly string[] };

type MapDrawerProps = {
  readonly datasetRef: DatasetRef;
  readonly map: MapLibreMap;
  readonly tab: DrawerTab;
  readonly onClose: () => void;
  readonly layers: readonly MapLayer[];
  readonly isShown: (layer: MapLayer) => boolean;
  readonly selected: MapLayer | undefined;
  readonly onLayer: (layer: MapLayer) => void;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
};

/** Photos or tables below the map. */
export function MapDrawer(props: MapDrawerProps) {
  const { datasetRef, map, tab, onClose, layers, isShown, selected, onLayer, chosen, onChoose } = props;
  const dataset = useQuery(datasetQuery(datasetRef));
  const ids = chosen.layer === selected?.key ? chosen.ids : [];
  return (
    <Drawer tab={tab} onClose={onClose}>
      <Suspense fallback={<Skeleton height={84} />}>
        {tab === 'photos' ? (
          <PhotoStrip
            datasetRef={datasetRef}
            map={map}
            layers={layers.filter((layer) => layer.places !== undefined && isShown(layer))}
            chosen={chosen.ids[0] ?? ''}
            onChoose={(layer, path) => {
              onLayer(layer);
              onChoose({ layer: layer.key, ids: [path] });
            }}
          />
        ) : (
          <LayerTable
            datasetRef={datasetRef}
            map={map}
            layers={layers}
            selected={selected}
            onLayer={onLayer}
            chosen={ids}
            onChoose={(next) => onChoose({ layer: selected?.key ?? '', ids: next })}
            mayDownload={mayDownload(dataset.data)}
          />
        )}
      </Suspense>
    </Drawer>
  );
}
