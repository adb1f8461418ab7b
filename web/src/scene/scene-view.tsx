import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { ApiError, UNREACHABLE } from '../api/api-error.ts';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { viewerFor } from '../kinds/index.ts';
import { useBackground } from '../map/use-background.ts';
import { Problem } from '../parts/problem.tsx';
import { parseCamera } from './address/camera-text.ts';
import { parseClip } from './address/clip-text.ts';
import { formatStyles, parseStyles } from './address/layer-styles.ts';
import { type SceneAddress, useSceneAddress } from './address/scene-address.ts';
import { type CameraMode } from './camera/scene-keys.ts';
import type { SceneKind } from './core/scene-layer.ts';
import { createSceneOwner, type SceneItem, type SceneOwner } from './core/scene-owner.ts';
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

type SceneViewProps = {
  readonly datasetRef: DatasetRef;
  /** Files of the address, in its order. */
  readonly paths: readonly string[];
  /** Those of them with a built 3D view. */
  readonly entries: readonly Entry[];
  readonly address: SceneAddress;
  readonly onAddress: (address: SceneAddress) => void;
};

const NO_WEBGL = new ApiError(
  400,
  'This browser has no WebGL 2. Switch on hardware acceleration, or use another browser.',
);

const LOST = new ApiError(
  500,
  'The graphics card was taken away, mostly because it had too much to do. Close other pages, then load this one again.',
);

/** The scene with its controls. Loaded with the first scene that is opened: three and all kinds of layers are here. */
export default function SceneView({ datasetRef, paths, entries: given, address, onAddress }: SceneViewProps) {
  // Other files are another scene, with a key of its own; asking for the same ones again changes nothing.
  const [entries] = useState(given);
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [owner, setOwner] = useState<SceneOwner | null>(null);
  const [kinds, setKinds] = useState<ReadonlyMap<string, SceneKind>>(new Map());
  const [broken, setBroken] = useState<ApiError | null>(null);
  const [mode, setMode] = useState<CameraMode>('orbit');
  const [isPanelOpen, setPanelOpen] = useState(() => window.innerWidth > 768);
  const [values, setValues] = useSceneAddress(address, onAddress);
  const [hasMissed, setMissed] = useState(false);
  const [measuring, step] = useReducer(measuringAfter, NOTHING_MEASURED);
  const styles = useMemo(() => {
    const texts = parseStyles(values.style, paths.length);
    return new Map(paths.map((path, index) => [path, texts[index] ?? '']));
  }, [paths, values.style]);
  const isUsual = [...kinds.values()].some(({ hasEdges }) => hasEdges);
  const hasEyeDome = values.edges === undefined ? isUsual : values.edges !== 'off';
  const snapshot = useSnapshot(owner);
  const inspection = useInspection();
  const background = useBackground();

  const start = useEffectEvent((element: HTMLElement, loaded: ReadonlyMap<string, SceneKind>): SceneOwner => {
    const canvas = pictureCanvas();
    element.prepend(canvas);
    const items = entries.flatMap((entry) => {
      const kind = loaded.get(entry.path);
      if (kind === undefined) return [];
      const create: SceneItem['create'] = (host) => kind.createLayer({ ...host, datasetRef, entry });
      return [{ path: entry.path, style: styles.get(entry.path) ?? '', create }];
    });
    const created = createSceneOwner(canvas, items);
    created.setPoseInCrs(parseCamera(values.cam));
    return created;
  });
  useEffect(() => {
    const element = container.current;
    let created: SceneOwner | null = null;
    let isLeft = false;
    kindsOf(entries).then(
      (loaded) => {
        if (isLeft || element === null) return;
        try {
          created = start(element, loaded);
          created.canvas.addEventListener('webglcontextlost', () => {
            if (!isLeft) setBroken(LOST);
          });
          setOwner(created);
          setKinds(loaded);
        } catch {
          setBroken(NO_WEBGL);
        }
      },
      () => setBroken(new ApiError(0, UNREACHABLE)),
    );
    return () => {
      isLeft = true;
      created?.dispose();
      element?.querySelector('canvas')?.remove();
      setOwner(null);
    };
  }, [entries]);

  useEffect(() => owner?.setStyles(styles), [owner, styles]);
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
    return <Problem title="The scene cannot be shown" error={broken} onRetry={() => window.location.reload()} />;
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
        <SceneStatus datasetRef={datasetRef} snapshot={snapshot} />
        {owner !== null && <ViewControls owner={owner} frame={frame} mode={mode} onMode={setMode} />}
        <Button
          className="al-scene-panel-button"
          variant="default"
          leftSection={<IconAdjustments size={18} />}
          aria-expanded={isPanelOpen}
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          {isPanelOpen ? 'Hide panel' : 'Show panel'}
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
          kinds={kinds}
          styles={styles}
          onStyle={(path, style) => setValues({ style: formatStyles([...new Map(styles).set(path, style).values()]) })}
          camera={owner}
          eyeDome={{ isOn: hasEyeDome, isUsual }}
          onValues={setValues}
          measuring={measuring}
          step={step}
          inspection={inspection}
          hasMissed={hasMissed}
          clip={clip}
        />
      )}
    </div>
  );
}

/** Loads what the files need, each once. */
async function kindsOf(entries: readonly Entry[]): Promise<ReadonlyMap<string, SceneKind>> {
  const loaded = entries.map(async (entry) => {
    const viewer = viewerFor(entry);
    return viewer.opens === 'scene' ? [[entry.path, await viewer.load()] as const] : [];
  });
  return new Map((await Promise.all(loaded)).flat());
}

/** Takes keys, as a map does. It is made anew for each scene: a context that was given back cannot be had again. */
function pictureCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute(
    'aria-label',
    '3D scene. Arrow keys move, Shift and arrow keys turn, plus and minus zoom. The panel lists all keys.',
  );
  return canvas;
}
