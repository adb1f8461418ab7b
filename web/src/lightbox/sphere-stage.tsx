import { Skeleton, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { thumbAddress, viewAddress, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { createSpherePicture, type SpherePicture } from './sphere-picture.ts';
import { AHEAD, turned, type Turn } from './sphere-turn.ts';
import { i18n } from '../languages/i18n.ts';

type SphereStageProps = { readonly datasetRef: DatasetRef; readonly entry: Entry };

/** Degrees that an arrow key turns by. */
const KEY_TURN = 10;
const ZOOM_STEP = 1.2;
const LARGE = 2048;
const IS_SHOWN = /\.(jpe?g|png|webp)$/i;

type State = 'loading' | 'ready' | 'failed';

/** A panorama around the one who looks: turned by mouse, fingers and arrow keys. */
export function SphereStage({ datasetRef, entry }: SphereStageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const sphere = useRef<SpherePicture | null>(null);
  const turn = useRef<Turn>(AHEAD);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const [state, setState] = useState<State>('loading');
  const address = IS_SHOWN.test(entry.path)
    ? viewAddress(datasetRef, entry.path)
    : thumbAddress(datasetRef, entry.path, entry.hash, LARGE);

  const change = (by: Parameters<typeof turned>[1]): void => {
    turn.current = turned(turn.current, by);
    sphere.current?.draw(turn.current);
  };
  const begin = useEffectEvent((picture: HTMLImageElement): void => {
    if (canvas.current === null) return;
    try {
      sphere.current = createSpherePicture(canvas.current, picture);
      sphere.current.draw(turn.current);
      setState('ready');
    } catch {
      setState('failed');
    }
  });
  const fail = useEffectEvent(() => setState('failed'));
  useEffect(() => {
    const picture = new Image();
    picture.addEventListener('load', () => begin(picture));
    picture.addEventListener('error', () => fail());
    picture.src = address;
    return () => {
      picture.src = '';
      sphere.current?.dispose();
      sphere.current = null;
    };
  }, [address]);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const sizes = new ResizeObserver(() => sphere.current?.draw(turn.current));
    sizes.observe(canvas.current);
    return () => sizes.disconnect();
  }, []);

  const onKey = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, Parameters<typeof turned>[1]>> = {
      ArrowLeft: { yaw: -KEY_TURN },
      ArrowRight: { yaw: KEY_TURN },
      ArrowUp: { pitch: KEY_TURN },
      ArrowDown: { pitch: -KEY_TURN },
      '+': { zoom: ZOOM_STEP },
      '-': { zoom: 1 / ZOOM_STEP },
    };
    const by = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    change(by);
  };
  const onMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    const finger = fingers.current.get(event.pointerId);
    if (finger === undefined) return;
    const other = [...fingers.current.values()].find((each) => each !== finger);
    const degrees = turn.current.field / Math.max(1, event.currentTarget.clientHeight);
    if (other === undefined)
      change({ yaw: (finger.x - event.clientX) * degrees, pitch: (event.clientY - finger.y) * degrees });
    else {
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      change({ zoom: Math.hypot(event.clientX - other.x, event.clientY - other.y) / Math.max(1, before) });
    }
    [finger.x, finger.y] = [event.clientX, event.clientY];
  };
  const onEnd = (event: PointerEvent): void => void fingers.current.delete(event.pointerId);
  return (
    <div className="al-lightbox-sphere">
      {state === 'loading' && <Skeleton className="al-lightbox-waiting" />}
      {state === 'failed' && <Text>{i18n.t('The panorama could not be shown. Download it to see it.')}</Text>}
      <canvas
        ref={canvas}
        role="img"
        aria-label={i18n.t('Panorama. Arrows turn, plus and minus zoom.')}
        tabIndex={0}
        data-state={state}
        hidden={state === 'failed'}
        onKeyDown={onKey}
        onWheel={({ deltaY }) => change({ zoom: Math.exp(-deltaY / 800) })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={onMove}
        onPointerUp={onEnd}
        onPointerCancel={onEnd}
      />
    </div>
  );
}
