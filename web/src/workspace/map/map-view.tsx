import '../../styles/map.css';
import '@mantine/core/styles/Tabs.css';
import '../../styles/workspace.css';
import '../../styles/workspace-map.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { DatasetRef } from '../../api/addresses.ts';
import { featuresQuery } from '../../api/session.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { PADDING_OF_TOOLS } from '../../map/create-map.ts';
import type { Bounds } from '../../map/footprint.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { Problem } from '../../parts/problem.tsx';
import type { MapAddress } from '../workspace-address.ts';
import { comparable } from './compare/compared-layers.ts';
import { CompareView } from './compare/compare-view.tsx';
import { isRightOf } from './compare/is-right-of.ts';
import { useComparison } from './compare/use-comparison.ts';
import { isDrawable, layerOfId } from './drawn-style.ts';
import { Inspector } from './inspector.tsx';
import { LayerPanel } from './layer-panel.tsx';
import { movedOrder, orderedLayers } from './layer-order.ts';
import { formatLayerStates, type LayerState, parseLayerStates, USUAL_STATE } from './layer-states.ts';
import { MapCanvas, type Pick } from './map-canvas.tsx';
import { MapTools } from './map-tools.tsx';
import { NotOnMap } from './not-on-map.tsx';
import { MapLegends } from './map-legends.tsx';
import { PickedPopup } from './picked-popup.tsx';
import { pickedLayer } from './picked-layer.ts';
import type { Place } from './status/coordinate-text.ts';
import { isOfFormerLook, type TellSourceError } from './source-error.ts';
import { StatusBar } from './status/status-bar.tsx';
import { useDrawnStyles } from './use-drawn-styles.ts';
import { useGround } from './use-ground.ts';
import { useMapLayers } from './use-map-layers.ts';
import { usualState } from './usual-state.ts';

export type MapViewProps = {
  readonly datasetRef: DatasetRef;
  readonly datasetName: string;
  readonly mayWrite: boolean;
  readonly address: MapAddress;
  readonly onAddress: (address: MapAddress) => void;
  /** View of the map in the address; '' if it has none. */
  readonly hash: string;
  readonly onHash: (hash: string) => void;
};

/** Measuring comes after the map: it is not needed to look at one. */
const MeasuringTools = lazy(async () => ({
  default: (await import('../../measuring/measuring-tools.tsx')).MeasuringTools,
}));

/** Europe, Africa and the Atlantic: where a dataset without places opens. */
const WORLD: Bounds = [-60, -50, 90, 70];

/** All layers of a dataset on one map. */
export default function MapView({ datasetRef, datasetName, mayWrite, address, onAddress, hash, onHash }: MapViewProps) {
  const found = useMapLayers(datasetRef);
  const features = useQuery(featuresQuery);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [pick, setPick] = useState<Pick | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const [errors, setErrors] = useState<ReadonlyMap<string, ApiError>>(new Map());
  const layers = useMemo(() => orderedLayers(found.layers, address.order), [found.layers, address.order]);
  const states = useMemo(() => parseLayerStates(address.layers), [address.layers]);
  // Who opens a file wants to see it, however many others there are.
  const [opened] = useState(address.sel);
  const usualOf = useCallback(
    (layer: MapLayer): LayerState => (layer.key === opened ? USUAL_STATE : usualState(layer, found.layers)),
    [opened, found.layers],
  );
  const stateOf = useCallback((layer: MapLayer) => states.get(layer.key) ?? usualOf(layer), [states, usualOf]);
  const selected = layers.find(({ key }) => key === address.sel);
  const ground = useGround(features.data?.map?.basemap ?? null);
  const picked = pick === null ? null : pickedLayer(layers, selected, pick);
  const thing = picked?.thing ?? '';
  const { comparison, compare, compareWith, leftState, rightState } = useComparison(
    address,
    onAddress,
    layers,
    stateOf,
  );
  const [style, rightStyle] = useDrawnStyles({
    ground,
    datasetRef,
    layers,
    leftState,
    rightState,
    layer: address.sel ?? '',
    thing,
  });
  const whole = useMemo(() => wholeOf(layers), [layers]);
  const bounds = selected?.bounds ?? whole;
  const surfaces = useMemo(() => surfacesOf(layers), [layers]);

  const setState = (layer: MapLayer, change: Partial<LayerState>): void => {
    // Tiles of another look may come where those of this one did not.
    if (change.look !== undefined) setErrors((old) => new Map([...old].filter(([key]) => key !== layer.key)));
    const next = new Map(states).set(layer.key, { ...stateOf(layer), ...change });
    const usual = (key: string): LayerState => {
      const known = layers.find((it) => it.key === key);
      return known === undefined ? USUAL_STATE : usualOf(known);
    };
    onAddress({ ...address, layers: formatLayerStates(next, usual) });
  };
  const shownAt = (at: Place): readonly MapLayer[] => {
    const isRight = map !== null && comparison !== null && isRightOf(map, at, comparison.divider);
    const state = isRight && rightState !== null ? rightState : leftState;
    return layers.filter((layer) => isDrawable(layer) && state(layer).isShown);
  };
  const select = (layer: MapLayer | undefined): void => onAddress({ ...address, sel: layer?.key });
  const onPick = (next: Pick): void => {
    if (isDrawing) return;
    const on = pickedLayer(layers, selected, next);
    setPick(on === null ? null : next);
    if (on !== null && on.layer.key !== address.sel) select(on.layer);
  };
  const onSourceError: TellSourceError = (source, error, url) => {
    if (isOfFormerLook(style, source, url) && (rightStyle === null || isOfFormerLook(rightStyle, source, url))) return;
    const layer = layerOfId(layers, source);
    if (layer !== undefined) setErrors((old) => new Map(old).set(layer.key, error));
  };

  // A map that opened on the world would jump once the layers are there.
  if (found.isPending || features.isPending) return <Skeleton className="al-map" />;
  return (
    <div className="al-workspace-frame">
      <div className="al-workspace">
        <LayerPanel
          datasetRef={datasetRef}
          mayWrite={mayWrite}
          layers={layers}
          stateOf={stateOf}
          problems={found.problems}
          errors={errors}
          selected={address.sel ?? ''}
          onSelect={select}
          onState={setState}
          onMove={(layer, by) => {
            const order = movedOrder(layers, layer.key, by);
            if (order !== null) onAddress({ ...address, order });
          }}
          compareWith={compareWith}
          onZoom={(layer) =>
            layer.bounds !== null && map?.fitBounds([...layer.bounds], { padding: PADDING_OF_TOOLS, maxZoom: 20 })
          }
        />
        <div className="al-workspace-main">
          {map !== null && comparison !== null && rightStyle !== null && (
            <CompareView
              map={map}
              comparison={comparison}
              layers={comparable(layers)}
              style={rightStyle}
              onComparison={compare}
              onSourceError={onSourceError}
            />
          )}
          <div className="al-map-area">
            <MapCanvas
              label={`Map of ${datasetName}. Arrow keys move, plus and minus zoom.`}
              style={style}
              bounds={bounds ?? WORLD}
              hash={hash}
              onView={onHash}
              onMap={setMap}
              onPick={onPick}
              onSourceError={onSourceError}
            />
            <MapLegends
              datasetRef={datasetRef}
              layers={layers.filter((layer) => leftState(layer).isShown || rightState?.(layer).isShown === true)}
              lookOf={(layer) => stateOf(layer).look}
            />
            {map !== null && pick !== null && picked !== null && (
              <PickedPopup
                map={map}
                datasetRef={datasetRef}
                pick={pick}
                layer={picked.layer}
                features={picked.features}
                look={stateOf(picked.layer).look}
                onClose={() => setPick(null)}
              />
            )}
            {map !== null && (
              <StatusBar map={map} datasetRef={datasetRef} shownAt={shownAt} lookOf={(layer) => stateOf(layer).look} />
            )}
            {map !== null && (
              <MapTools
                map={map}
                title={datasetName}
                layers={layers
                  .filter((layer) => isDrawable(layer) && stateOf(layer).isShown)
                  .map((layer) => layer.title)}
                attribution={features.data?.map?.basemap?.attribution ?? ''}
              />
            )}
            {map !== null && (
              <Suspense fallback={null}>
                <MeasuringTools
                  map={map}
                  datasetRef={datasetRef}
                  mayWrite={mayWrite}
                  surfaces={surfaces}
                  onDrawing={setDrawing}
                />
              </Suspense>
            )}
            {selected === undefined && address.sel !== undefined && (
              <NotOnMap datasetRef={datasetRef} path={address.sel} onClose={() => select(undefined)} />
            )}
            {bounds === null && layers.length > 0 && (
              <div className="al-notice">
                <Problem title="Nothing here has a place on the map" error={NO_PLACES} />
              </div>
            )}
          </div>
        </div>
        {selected !== undefined && (
          <Inspector
            key={selected.key}
            datasetRef={datasetRef}
            layer={selected}
            state={stateOf(selected)}
            mayWrite={mayWrite}
            onState={(change) => setState(selected, change)}
            onClose={() => {
              select(undefined);
              setPick(null);
            }}
          />
        )}
      </div>
    </div>
  );
}

const NO_PLACES = new ApiError(400, 'The files do not say where on earth they lie. They are listed under Files.');

/** Elevation models that can be asked for heights: those that are built. */
const surfacesOf = (layers: readonly MapLayer[]) =>
  layers
    .filter((layer) => layer.group === 'Elevation' && layer.entry !== null && isDrawable(layer))
    .map(({ key, title }) => ({ path: key, title }));

/** The box around all layers; null where none has a place. */
function wholeOf(layers: readonly MapLayer[]): Bounds | null {
  const boxes = layers.flatMap(({ bounds }) => (bounds === null ? [] : [bounds]));
  if (boxes.length === 0) return null;
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ];
}
