import '../styles/scene.css';
import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { parseItems } from '../api/item-list.ts';
import { useBackground } from '../map/use-background.ts';
import { Problem } from '../parts/problem.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { parseClip } from './address/clip-text.ts';
import { hiddenText } from './address/hidden-layers.ts';
import { formatStyles, parseStyles } from './address/layer-styles.ts';
import { type SceneAddress, useSceneAddress } from './address/scene-address.ts';
import { type CameraMode } from './camera/scene-keys.ts';
import type { SceneOwner } from './core/scene-owner.ts';
import { boxToScene } from './geometry/scene-frame.ts';
import { rgbOf } from './panels/css-colour.ts';
import { ProfileWindow } from './panels/profile-window.tsx';
import { ScenePanel } from './panels/scene-panel.tsx';
import { SceneOverlay } from './panels/scene-overlay.tsx';
import { SceneStatus } from './panels/scene-status.tsx';
import { useInspection } from './panels/use-inspection.ts';
import { usePictureInput } from './panels/use-picture-input.ts';
import { useCameraText } from './panels/use-camera-text.ts';
import { useSnapshot } from './panels/use-snapshot.ts';
import { ViewControls } from './panels/view-controls.tsx';
import { measuringAfter, NOTHING_MEASURED } from './tools/measuring.ts';
import { type SceneContent, useSceneOwner } from './use-scene-owner.ts';
import { i18n } from '../languages/i18n.ts';

const loadKept = () => import('./measurements/kept-measurements.tsx');
/** Stands for the measurements of the dataset among hidden layers. */
const MEASUREMENTS = '/measurements';

type SceneViewProps = SceneContent & {
  /** Files of the address, in its order; some of them cannot be shown. */
  readonly paths: readonly string[];
  readonly address: SceneAddress;
  readonly onAddress: (address: SceneAddress) => void;
};

/** The scene with its controls. Loaded with the first scene that is opened: three and all kinds of layers are here. */
export default function SceneView({ datasetRef, paths, things, part, address, onAddress }: SceneViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState<CameraMode>('orbit');
  const [isPanelOpen, setPanelOpen] = useState(() => window.innerWidth > 768);
  const [values, setValues] = useSceneAddress(address, onAddress);
  const KeptMeasurements = useLoaded(loadKept)?.default ?? null;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [hasMissed, setMissed] = useState(false);
  const [measuring, step] = useReducer(measuringAfter, NOTHING_MEASURED);
  const styles = useMemo(() => {
    const texts = parseStyles(values.style, paths.length);
    return new Map(paths.map((path, index) => [path, texts[index] ?? '']));
  }, [paths, values.style]);
  const hidden = useMemo(() => new Set(parseItems(values.hide)), [values.hide]);
  const first = { cam: values.cam, styles, hidden };
  const { owner, loaded, broken } = useSceneOwner({ datasetRef, things, part }, container, first, values.heights);
  const isUsual = loaded.some(({ look }) => look.hasEdges);
  const looks = useMemo(() => new Map(loaded.map(({ path, look }) => [path, look])), [loaded]);
  const hasEyeDome = values.edges === undefined ? isUsual : values.edges !== 'off';
  const snapshot = useSnapshot(owner);
  const inspection = useInspection();
  const background = useBackground();

  useEffect(() => owner?.setStyles(styles), [owner, styles]);
  useEffect(() => owner?.setHidden(hidden), [owner, hidden]);
  useEffect(() => owner?.setEyeDome(hasEyeDome), [owner, hasEyeDome]);
  useEffect(() => owner?.setBackground(...rgbOf(background)), [owner, background]);
  const clip = useMemo(() => parseClip(values.clip), [values.clip]);
  const sceneClip = clip === null || snapshot.frame === null ? null : boxToScene(snapshot.frame, clip);
  const clipText = JSON.stringify(sceneClip);
  const applyClip = useEffectEvent((of: SceneOwner) => of.setClip(sceneClip));
  useEffect(() => {
    if (owner !== null) applyClip(owner);
  }, [owner, clipText]);
  useCameraText(owner, values.cam, setValues);

  const addPoint = useCallback(
    (x: number, y: number) => {
      const picked = owner?.pick(x, y, measuring.open?.of) ?? null;
      setMissed(picked === null);
      if (measuring.open === null) {
        inspection.show(picked);
        // Its values stand there; on a phone the panel is closed at first.
        if (picked !== null) setPanelOpen(true);
      } else if (picked !== null) step({ does: 'add', point: picked.at });
    },
    [owner, measuring.open, inspection],
  );
  usePictureInput({ owner, mode, isMeasuring: measuring.open !== null, setMode, addPoint, step });
  const profile = measuring.done.findLast(({ tool }) => tool === 'profile');

  if (broken !== null)
    return (
      <Problem title={i18n.t('The scene cannot be shown')} error={broken} onRetry={() => window.location.reload()} />
    );
  return (
    <div
      ref={frame}
      className="al-scene"
      data-state={snapshot.phase}
      aria-busy={snapshot.phase === 'loading' || snapshot.phase === 'partial'}
    >
      <div className="al-scene-main">
        <div ref={container} className="al-scene-picture" data-measuring={measuring.open !== null}>
          {owner !== null && (
            <SceneOverlay
              owner={owner}
              measuring={measuring}
              picked={inspection.at}
              clip={sceneClip}
              unit={snapshot.frame?.unit ?? 'units'}
            />
          )}
        </div>
        {owner !== null && KeptMeasurements !== null && (
          <KeptMeasurements
            datasetRef={datasetRef}
            owner={owner}
            snapshot={snapshot}
            measuring={measuring}
            step={step}
            isHidden={hidden.has(MEASUREMENTS)}
            onHidden={(isHidden) => setValues({ hide: hiddenText(hidden, MEASUREMENTS, isHidden) })}
            slot={slot}
          />
        )}
        <SceneStatus datasetRef={datasetRef} snapshot={snapshot} />
        {owner !== null && <ViewControls owner={owner} frame={frame} mode={mode} onMode={setMode} />}
        <Button
          className="al-scene-panel-button"
          variant="default"
          leftSection={<IconAdjustments size={18} />}
          aria-expanded={isPanelOpen}
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          {isPanelOpen ? i18n.t('Hide panel') : i18n.t('Show panel')}
        </Button>
        {owner !== null && profile !== undefined && (
          <ProfileWindow
            snapshot={snapshot}
            line={profile}
            clip={sceneClip}
            onClose={() => step({ does: 'remove', index: measuring.done.indexOf(profile) })}
          />
        )}
      </div>
      {isPanelOpen && owner !== null && (
        <ScenePanel
          snapshot={snapshot}
          datasetRef={datasetRef}
          looks={looks}
          hidden={hidden}
          styles={styles}
          onStyle={(path, style) => setValues({ style: formatStyles([...new Map(styles).set(path, style).values()]) })}
          owner={owner}
          selected={values.sel}
          heights={values.heights}
          eyeDome={{ isOn: hasEyeDome, isUsual }}
          onValues={setValues}
          measuring={measuring}
          onSlot={setSlot}
          step={step}
          inspection={inspection}
          hasMissed={hasMissed}
          clip={clip}
        />
      )}
    </div>
  );
}
