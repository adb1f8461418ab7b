import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { offeredEntriesQuery } from '../api/search.ts';
import { soon } from '../parts/soon.tsx';
import { MapOverlay } from './drawing/map-overlay.tsx';
import { useDrawing } from './drawing/use-drawing.ts';
import { useMapLayers } from './drawing/use-map-layers.ts';
import { zoomTo } from './drawing/zoom-to.ts';
import { editsOf } from './edits.ts';
import { exportMeasurements } from './exports/export-measurements.ts';
import { serviceHeights } from './heights/service-heights.ts';
import { useHeights } from './heights/use-heights.ts';
import { usePointedHeight } from './heights/use-pointed-height.ts';
import { ENDING, sidecarChoices } from './keeping/sidecar-paths.ts';
import { useMeasurements } from './keeping/use-measurements.ts';
import type { MeasuringToolsProps } from './measuring-props.ts';
import { measurementOf, type Position, type Tool } from './model/measurement.ts';
import { NEEDS_HEIGHTS } from './model/new-feature.ts';
import type { UnitSystem } from './model/units.ts';
import { DrawingStatus } from './panel/drawing-status.tsx';
import { MeasurementRow } from './panel/measurement-row.tsx';
import { MeasuringPanel } from './panel/measuring-panel.tsx';
import { ToolRail } from './panel/tool-rail.tsx';
import { useVolumeReport } from './panel/use-volume-report.ts';
import { useKeys } from './use-keys.ts';

const ProfileDrawer = lazy(() => import('./profile/profile-drawer.tsx'));
const ToolDialog = soon(async () => (await import('../tasks/tool-dialog.tsx')).ToolDialog);

type MeasuringFileProps = MeasuringToolsProps & {
  /** File of the measurements. */
  readonly path: string;
  readonly person: string | null;
  readonly onPath: (path: string) => void;
};

/** Tools whose measurements have more to show than a number. */
const SHOWN_WHEN_DONE: readonly Tool[] = ['volume', 'annotation'];

/** The tools with the measurements of one file. */
export function MeasuringFile({
  map,
  datasetRef,
  mayWrite,
  surfaces,
  person,
  path,
  onPath,
  asked: begun,
  onDrawing,
}: MeasuringFileProps) {
  const { org, ds } = datasetRef;
  const heights = useMemo(() => serviceHeights({ org, ds }), [org, ds]);
  const { store, state } = useMeasurements({ datasetRef, path, person: person ?? '', mayWrite });
  const { asked, measure } = useHeights(heights, store);
  const [units, setUnits] = useLocalStorage<UnitSystem>({ key: 'alidade.units', defaultValue: 'metric' });
  const [surfacePath, setSurface] = useState<string | null>(null);
  const surface = (surfaces.find((one) => one.path === surfacePath) ?? surfaces[0])?.path ?? null;
  const [chosen, setChosen] = useState<{ readonly id: string; readonly isNew: boolean } | null>(null);
  const [isListOpen, setListOpen] = useState(false);
  const [profile, setProfile] = useState<string | null>(null);
  const [mark, setMark] = useState<Position | null>(null);
  const found = useQuery(offeredEntriesQuery(datasetRef, `*${ENDING}`, null));
  const report = useVolumeReport(datasetRef, heights, person !== null);
  const edits = editsOf({ store, person, surface, measure });

  const { drawing, pointed, shown, ...draw } = useDrawing(map, (done) => {
    const id = edits.create(done);
    setChosen({ id, isNew: true });
    if (SHOWN_WHEN_DONE.includes(done.tool)) setListOpen(true);
    if (done.tool === 'profile') setProfile(id);
  });
  const isReady = state.phase === 'ready';
  const choose = (tool: Tool | null): void => {
    const isPossible = isReady && (tool === null || surface !== null || !NEEDS_HEIGHTS.includes(tool));
    if (isPossible) draw.choose(tool);
  };
  useMapLayers(map, {
    features: state.features,
    chosen: chosen?.id ?? null,
    drawing,
    shown,
    onChoose(id) {
      setChosen({ id, isNew: false });
      setListOpen(true);
    },
  });
  useKeys({
    undo: () => (drawing !== null && drawing.positions.length > 0 ? draw.removeLast() : store.undo()),
    redo: () => store.redo(),
    choose,
    leave: drawing === null ? null : draw.escape,
  });
  const begin = useEffectEvent((tool: Tool, on: string) => {
    setSurface(on);
    choose(tool);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- another part of the page began it
    if (begun !== undefined && isReady) begin(begun.tool, begun.surface);
  }, [begun, isReady]);
  const tellDrawing = useEffectEvent((isDrawing: boolean) => onDrawing?.(isDrawing));
  const isDrawing = drawing !== null;
  useEffect(() => {
    tellDrawing(isDrawing);
    return () => tellDrawing(false);
  }, [isDrawing]);
  const asksHeight = drawing !== null && NEEDS_HEIGHTS.includes(drawing.tool);
  const pointedHeight = usePointedHeight(heights, surface, asksHeight ? (pointed?.at ?? null) : null);
  const profiled = state.features.find(({ id }) => id === profile);
  // What has to be decided or known opens the list, once.
  const isUrgent = state.conflicts.length > 0 || state.note !== null || state.saving === 'failed';
  const [wasUrgent, setUrgent] = useState(false);
  if (isUrgent !== wasUrgent) {
    setUrgent(isUrgent);
    if (isUrgent) setListOpen(true);
  }
  const hasVolume = state.features.some((feature) => measurementOf(feature).tool === 'volume');
  const closeProfile = (): void => {
    setProfile(null);
    setMark(null);
  };
  return (
    <div className="al-measuring" data-drawing={drawing?.tool}>
      <ToolRail
        tool={drawing?.tool ?? null}
        hasHeights={surface !== null}
        isListOpen={isListOpen}
        onTool={choose}
        onList={() => setListOpen(!isListOpen)}
      />
      {drawing !== null && (
        <DrawingStatus
          drawing={drawing}
          shown={shown}
          units={units}
          pointedHeight={pointedHeight}
          surfaces={surfaces}
          surface={surface}
          onSurface={setSurface}
          onFinish={draw.finish}
          onRemoveLast={draw.removeLast}
          onLeave={() => choose(null)}
        />
      )}
      {isListOpen && (
        <MeasuringPanel
          store={store}
          state={state}
          mayWrite={mayWrite}
          units={units}
          onUnits={setUnits}
          path={path}
          choices={sidecarChoices((found.data ?? []).map((entry) => entry.path), surfaces.map((one) => one.path))} // oxfmt-ignore
          onPath={onPath}
          onExport={(format) => exportMeasurements(state.features, format)}
          onClose={() => setListOpen(false)}
        >
          {state.features.map((feature) => (
            <MeasurementRow
              key={feature.id}
              feature={feature}
              units={units}
              asked={asked.get(feature.id)}
              isChosen={chosen?.id === feature.id}
              isNew={chosen?.id === feature.id && chosen.isNew}
              tools={{ onReport: report.open }}
              onChoose={(id) => setChosen(id === null ? null : { id, isNew: false })}
              onChange={edits.change}
              onMeasure={measure}
              onZoom={(one) => zoomTo(map, measurementOf(one).positions)}
              onDelete={edits.remove}
              onProfile={surface === null ? undefined : ({ id }) => setProfile(id)}
            />
          ))}
        </MeasuringPanel>
      )}
      {profiled !== undefined && (
        <Suspense fallback={null}>
          <ProfileDrawer
            key={profiled.id}
            {...{ map, surfaces, units }}
            port={heights}
            measurement={measurementOf(profiled)}
            onMark={setMark}
            onClose={closeProfile}
          />
        </Suspense>
      )}
      <MapOverlay
        map={map}
        features={state.features}
        units={units}
        cross={drawing !== null && pointed?.by === 'keys' ? pointed.at : null}
        mark={profiled === undefined ? null : mark}
      />
      {hasVolume && <ToolDialog datasetRef={datasetRef} {...report.dialog} />}
    </div>
  );
}
