import '../../styles/finding.css';
import '../../styles/map.css';
import '@mantine/core/styles/Tabs.css';
import '../../styles/workspace.css';
import '../../styles/workspace-map.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { DatasetRef } from '../../api/addresses.ts';
import { featuresQuery } from '../../api/session.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { Problem } from '../../parts/problem.tsx';
import type { AskedTool } from '../../measuring/measuring-props.ts';
import type { Chosen } from '../drawer/map-drawer.tsx';
import type { MapAddress } from '../workspace-address.ts';
import { comparable } from './compare/compared-layers.ts';
import { CompareView } from './compare/compare-view.tsx';
import { isRightOf } from './compare/is-right-of.ts';
import { useComparison } from './compare/use-comparison.ts';
import { isDrawable, layerOfId } from './drawn-style.ts';
import { useMapGround } from './ground/use-map-ground.ts';
import { surfacesOf, wholeOf, WORLD } from './layer-bounds.ts';
import { orderedLayers } from './layer-order.ts';
import type { LayerState } from './layer-states.ts';
import { MapCanvas, type Pick } from './map-canvas.tsx';
import { MapPanels } from './map-panels.tsx';
import { MapTools } from './map-tools.tsx';
import { NotOnMap } from './not-on-map.tsx';
import { MapLegends } from './map-legends.tsx';
import { PickedPopup } from './picked-popup.tsx';
import { pickedLayer } from './picked-layer.ts';
import type { Place } from './status/coordinate-text.ts';
import { isOfFormerLook, type SourceFailure, type TellSourceError } from './source-error.ts';
import { StatusBar } from './status/status-bar.tsx';
import { useDrawnStyles } from './use-drawn-styles.ts';
import { useLayerStates } from './use-layer-states.ts';
import { useMapLayers } from './use-map-layers.ts';
import { i18n } from '../../languages/i18n.ts';

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

const PlaceOfAddress = lazy(() => import('./place-of-address.tsx'));

const NO_PLACES = new ApiError(
  400,
  i18n.t('The files do not say where on earth they lie. They are listed under Files.'),
);

/** Nothing is chosen in any layer. */
const NOTHING: Chosen = { layer: '', ids: [] };

/** All layers of a dataset on one map. */
export default function MapView({ datasetRef, datasetName, mayWrite, address, onAddress, hash, onHash }: MapViewProps) {
  const found = useMapLayers(datasetRef);
  const features = useQuery(featuresQuery);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [pick, setPick] = useState<Pick | null>(null);
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const [asked, setAsked] = useState<AskedTool>();
  const [isDrawing, setDrawing] = useState(false);
  const [failures, setFailures] = useState<ReadonlyMap<string, SourceFailure>>(new Map());
  const layers = useMemo(() => orderedLayers(found.layers, address.order), [found.layers, address.order]);
  const { stateOf, setState: setAddressed } = useLayerStates(found.layers, address, onAddress);
  const selected = layers.find(({ key }) => key === address.sel);
  const ground = useMapGround(datasetRef, layers, address, onAddress);
  const picked = pick === null ? null : pickedLayer(layers, selected, pick);
  const thing = chosen.ids.at(-1) ?? '';
  const { comparison, compare, compareWith, leftState, rightState } = useComparison(
    address,
    onAddress,
    layers,
    stateOf,
  );
  const [style, rightStyle] = useDrawnStyles({
    ground: ground.style,
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

  const errors = useMemo(() => {
    const styles = rightStyle === null ? [style] : [style, rightStyle];
    // Answers to what a former look asked for may come after the change.
    const current = [...failures].filter(([, of]) => !styles.every((it) => isOfFormerLook(it, of.source, of.url)));
    return new Map(current.map(([key, { error }]) => [key, error]));
  }, [failures, style, rightStyle]);

  const setState = (layer: MapLayer, change: Partial<LayerState>): void => {
    // Tiles of another look may come where those of this one did not.
    if (change.look !== undefined) setFailures((old) => new Map([...old].filter(([key]) => key !== layer.key)));
    setAddressed(layer, change);
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
    setChosen(on === null ? NOTHING : { layer: on.layer.key, ids: on.thing === '' ? [] : [on.thing] });
    if (on !== null && on.layer.key !== address.sel) select(on.layer);
  };
  const onSourceError: TellSourceError = (source, error, url) => {
    const layer = layerOfId(layers, source);
    if (layer !== undefined) setFailures((old) => new Map(old).set(layer.key, { source, error, url }));
  };

  // A map that opened on the world would jump once the layers are there.
  if (found.isPending || features.isPending) return <Skeleton className="al-map" />;
  return (
    <MapPanels
      datasetRef={datasetRef}
      mayWrite={mayWrite}
      address={address}
      onAddress={onAddress}
      map={map}
      layers={layers}
      selected={selected}
      stateOf={stateOf}
      onState={setState}
      problems={found.problems}
      errors={errors}
      compareWith={compareWith}
      chosen={chosen}
      onChoose={setChosen}
      isDrawing={isDrawing}
      onMeasure={(tool, surface) => setAsked((old) => ({ tool, surface, serial: (old?.serial ?? 0) + 1 }))}
      onLeave={() => {
        setPick(null);
        setChosen(NOTHING);
      }}
    >
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
          label={i18n.t('Map of {datasetName}. Arrow keys move, plus and minus zoom.', { datasetName })}
          style={style}
          bounds={bounds ?? WORLD}
          hash={hash}
          onView={onHash}
          onMap={setMap}
          onPick={onPick}
          onSourceError={onSourceError}
        >
          {map !== null && (
            <MapLegends
              map={map}
              datasetRef={datasetRef}
              layers={layers.filter((layer) => leftState(layer).isShown || rightState?.(layer).isShown === true)}
              lookOf={(layer) => stateOf(layer).look}
            />
          )}
        </MapCanvas>
        {map !== null && pick !== null && picked !== null && (
          <PickedPopup
            map={map}
            datasetRef={datasetRef}
            pick={pick}
            layer={picked.layer}
            features={picked.features}
            look={stateOf(picked.layer).look}
            onClose={() => {
              setPick(null);
              setChosen(NOTHING);
            }}
          />
        )}
        {map !== null && address.at !== undefined && (
          <Suspense fallback={null}>
            <PlaceOfAddress map={map} />
          </Suspense>
        )}
        {map !== null && (
          <StatusBar map={map} datasetRef={datasetRef} shownAt={shownAt} lookOf={(layer) => stateOf(layer).look} />
        )}
        {map !== null && (
          <MapTools
            map={map}
            title={datasetName}
            datasetRef={datasetRef}
            layers={layers.filter((layer) => isDrawable(layer) && stateOf(layer).isShown)}
            lookOf={(layer) => stateOf(layer).look}
            ground={ground}
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
              asked={asked}
            />
          </Suspense>
        )}
        {selected === undefined && address.sel !== undefined && (
          <NotOnMap datasetRef={datasetRef} path={address.sel} onClose={() => select(undefined)} />
        )}
        {bounds === null && layers.length > 0 && (
          <div className="al-notice">
            <Problem title={i18n.t('Nothing here has a place on the map')} error={NO_PLACES} />
          </div>
        )}
      </div>
    </MapPanels>
  );
}
