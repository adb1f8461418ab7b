import { lazy, Suspense, type ReactNode, useState } from 'react';
import { Skeleton } from '@mantine/core';
import type { DatasetRef } from '../../api/addresses.ts';
import type { ApiError } from '../../api/api-error.ts';
import { FolderTree } from '../../folders/folder-tree.tsx';
import type { MapLayer } from '../../kinds/on-map.ts';
import { PADDING_OF_TOOLS } from '../../map/create-map.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { DrawerBar } from '../drawer/drawer-bar.tsx';
import { DRAWER_TABS, drawerTabOf, type DrawerTab } from '../drawer/drawer-tabs.ts';
import type { Chosen } from '../drawer/map-drawer.tsx';
import type { Measuring } from '../inspector/analyse.tsx';
import type { InspectorTab } from '../inspector/inspector-tabs.ts';
import { LayerInspector } from '../inspector/layer-inspector.tsx';
import { LayerList } from '../panel/layer-list.tsx';
import { LeftPanel } from '../panel/left-panel.tsx';
import { Columns } from '../sheet/columns.tsx';
import type { MapAddress } from '../workspace-address.ts';
import { droppedOrder, movedOrder } from './layer-order.ts';
import type { LayerState } from './layer-states.ts';
import type { LayersProblem } from './use-map-layers.ts';
import { i18n } from '../../languages/i18n.ts';

const MapDrawer = lazy(async () => ({ default: (await import('../drawer/map-drawer.tsx')).MapDrawer }));

type MapPanelsProps = {
  readonly datasetRef: DatasetRef;
  readonly mayWrite: boolean;
  readonly address: MapAddress;
  readonly onAddress: (address: MapAddress) => void;
  /** The map once it is there. */
  readonly map: MapLibreMap | null;
  /** From the top of the map down. */
  readonly layers: readonly MapLayer[];
  readonly selected: MapLayer | undefined;
  readonly stateOf: (layer: MapLayer) => LayerState;
  readonly onState: (layer: MapLayer, change: Partial<LayerState>) => void;
  readonly problems: readonly LayersProblem[];
  readonly errors: ReadonlyMap<string, ApiError>;
  readonly compareWith: (layer: MapLayer) => (() => void) | undefined;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  readonly isDrawing: boolean;
  readonly onMeasure: Measuring['start'];
  /** The inspector was closed. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
};

/** Everything around the map: layers and folders, the inspector, the drawer; on a phone the sheet. */
export function MapPanels(props: MapPanelsProps) {
  const { datasetRef, mayWrite, address, onAddress, map, layers, selected, stateOf, onState } = props;
  const [tab, setTab] = useState<InspectorTab>('style');
  const openDrawer = (drawer: DrawerTab | undefined): void => onAddress({ ...address, drawer });
  const move = (order: string | null): void => {
    if (order !== null) onAddress({ ...address, order });
  };
  const panel = (
    <LeftPanel
      layers={
        <LayerList
          datasetRef={datasetRef}
          mayWrite={mayWrite}
          layers={layers}
          stateOf={stateOf}
          problems={props.problems}
          errors={props.errors}
          selected={address.sel ?? ''}
          onSelect={(layer, next) => {
            if (next !== undefined) setTab(next);
            onAddress({ ...address, sel: layer.key });
          }}
          onState={onState}
          onMove={(layer, by) => move(movedOrder(layers, layer.key, by))}
          onDrop={(key, drop) => move(droppedOrder(layers, key, drop))}
          onZoom={(layer) =>
            layer.bounds !== null && map?.fitBounds([...layer.bounds], { padding: PADDING_OF_TOOLS, maxZoom: 20 })
          }
          onDrawer={(layer, drawer) => onAddress({ ...address, sel: layer.key, drawer })}
          compareWith={props.compareWith}
        />
      }
      folders={
        <FolderTree
          datasetRef={datasetRef}
          path={address.path ?? ''}
          onPath={(path) => onAddress({ ...address, path: path || undefined })}
        />
      }
    />
  );
  const tabs = DRAWER_TABS.filter((one) => layers.some((layer) => drawerTabOf(layer) === one));
  return (
    <Columns
      panel={panel}
      isDrawing={props.isDrawing}
      drawerBar={tabs.length > 0 && <DrawerBar tabs={tabs} open={address.drawer} onOpen={openDrawer} />}
      drawer={
        address.drawer === undefined || map === null
          ? null
          : {
              title: address.drawer === 'photos' ? i18n.t('Filmstrip') : i18n.t('Table'),
              content: (
                <Suspense fallback={<Skeleton height={168} />}>
                  <MapDrawer
                    datasetRef={datasetRef}
                    map={map}
                    tab={address.drawer}
                    onClose={() => openDrawer(undefined)}
                    layers={layers}
                    isShown={(layer) => stateOf(layer).isShown}
                    selected={selected}
                    onLayer={(layer) => onAddress({ ...address, sel: layer.key })}
                    chosen={props.chosen}
                    onChoose={props.onChoose}
                  />
                </Suspense>
              ),
            }
      }
      inspector={
        selected === undefined
          ? null
          : {
              title: selected.title,
              content: (
                <LayerInspector
                  key={selected.key}
                  datasetRef={datasetRef}
                  layer={selected}
                  state={stateOf(selected)}
                  mayWrite={mayWrite}
                  onState={(change) => onState(selected, change)}
                  tab={tab}
                  onTab={setTab}
                  onMeasure={props.onMeasure}
                  onClose={() => {
                    onAddress({ ...address, sel: undefined });
                    props.onLeave();
                  }}
                />
              ),
            }
      }
    >
      {props.children}
    </Columns>
  );
}
