import { useCallback, useSyncExternalStore } from 'react';
import type { SceneOwner } from '../core/scene-owner.ts';
import type { SceneSnapshot } from '../core/scene-snapshot.ts';

const NOTHING: SceneSnapshot = { phase: 'loading', layers: [], frame: null, bounds: null };

/** What the scene shows now. */
export function useSnapshot(owner: SceneOwner | null): SceneSnapshot {
  const subscribe = useCallback((listener: () => void) => owner?.subscribe(listener) ?? (() => undefined), [owner]);
  return useSyncExternalStore(subscribe, () => owner?.snapshot() ?? NOTHING);
}
