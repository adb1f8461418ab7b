import { useEffect, useEffectEvent, useRef } from 'react';
import { formatCamera, parseCamera } from '../address/camera-text.ts';
import type { SceneAddress } from '../address/scene-address.ts';
import type { SceneOwner } from '../core/scene-owner.ts';

/** The camera and the address follow each other. */
export function useCameraText(
  owner: SceneOwner | null,
  text: string | undefined,
  set: (patch: SceneAddress) => void,
): void {
  /** What this scene has written; anything else came by the address. */
  const own = useRef(text);
  const report = useEffectEvent((of: SceneOwner) => {
    const pose = of.poseInCrs();
    const scale = of.snapshot().frame?.scale[0] ?? 1;
    const next = pose === null ? undefined : formatCamera(pose, scale);
    if (next === undefined || next === own.current) return;
    own.current = next;
    set({ cam: next });
  });
  useEffect(() => owner?.onFrame(() => report(owner)), [owner]);
  useEffect(() => {
    if (owner === null || text === own.current) return;
    own.current = text;
    owner.setPoseInCrs(parseCamera(text));
  }, [owner, text]);
}
