import { useEffect, useEffectEvent } from 'react';
import { controlByPointer } from '../camera/pointer-control.ts';
import { zoom } from '../camera/pose.ts';
import { type CameraMode, poseAfterKey } from '../camera/scene-keys.ts';
import type { SceneOwner } from '../core/scene-owner.ts';
import type { MeasuringStep } from '../tools/measuring.ts';

type PictureInput = {
  readonly owner: SceneOwner | null;
  readonly mode: CameraMode;
  readonly isMeasuring: boolean;
  readonly setMode: (mode: CameraMode) => void;
  /** A place of the picture was chosen. */
  readonly addPoint: (x: number, y: number) => void;
  readonly step: (step: MeasuringStep) => void;
};

/** How much closer a double click leads. */
const CLOSER = 0.5;

/** Mouse, fingers and keys of the picture. */
export function usePictureInput({ owner, mode, isMeasuring, setMode, addPoint, step }: PictureInput): void {
  const modeNow = useEffectEvent(() => mode);
  const press = useEffectEvent(addPoint);
  const doublePress = useEffectEvent((of: SceneOwner, x: number, y: number) => {
    if (isMeasuring) {
      step({ does: 'finish' });
      return;
    }
    const at = of.pick(x, y)?.at;
    if (at !== undefined && mode === 'orbit') of.setPose(zoom({ ...of.pose(), target: at }, CLOSER));
  });
  /** @returns whether the key is one of these */
  const actOnKey = (key: string, of: SceneOwner): boolean => {
    const [width, height] = of.size();
    const act: Readonly<Record<string, () => void>> = {
      Home: of.showAll,
      Enter: () => addPoint(width / 2, height / 2),
      Backspace: () => step({ does: 'remove-last' }),
      o: () => setMode('orbit'),
      w: () => setMode('walk'),
    };
    const does = act[key.length === 1 ? key.toLowerCase() : key];
    does?.();
    return does !== undefined;
  };
  const pressKey = useEffectEvent((of: SceneOwner, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!actOnKey(event.key, of)) {
      const next = poseAfterKey(of.pose(), event, mode, of.size()[1]);
      if (next === null) return;
      of.setPose(next);
    }
    event.preventDefault();
  });
  const leaveTool = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isMeasuring) return;
    step({ does: 'choose', tool: null });
  });
  useEffect(() => {
    // The focus may be on the button that began the measurement, or nowhere: that button may be gone.
    const onKey = (event: KeyboardEvent): void => leaveTool(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (owner === null) return undefined;
    const { canvas } = owner;
    const endPointer = controlByPointer(canvas, {
      ...owner,
      mode: () => modeNow(),
      onPress: (x, y) => press(x, y),
      onDoublePress: (x, y) => doublePress(owner, x, y),
    });
    const onKey = (event: KeyboardEvent): void => pressKey(owner, event);
    const onMove = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' && event.buttons === 0) owner.point([event.offsetX, event.offsetY]);
    };
    const onLeave = (): void => owner.point(null);
    const ending = new AbortController();
    const { signal } = ending;
    canvas.addEventListener('keydown', onKey, { signal });
    canvas.addEventListener('pointermove', onMove, { signal });
    canvas.addEventListener('pointerleave', onLeave, { signal });
    return () => {
      endPointer();
      ending.abort();
    };
  }, [owner]);
}
