import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { browserDrafts } from './browser-drafts.ts';
import { MeasurementStore } from './measurement-store.ts';
import { serviceSidecar } from './service-sidecar.ts';

type UseMeasurements = {
  readonly datasetRef: DatasetRef;
  readonly path: string;
  readonly person: string;
  readonly mayWrite: boolean;
};

/** The measurements of a file, as long as the component is there. What it is made of does not change: give it a key. */
export function useMeasurements({ datasetRef, path, person, mayWrite }: UseMeasurements) {
  const [store] = useState(() => {
    const drafts = browserDrafts(person, `${datasetRef.org}/${datasetRef.ds}/${path}`);
    return new MeasurementStore({ sidecar: serviceSidecar(datasetRef, path), drafts, mayWrite });
  });
  const state = useSyncExternalStore(store.subscribe, store.state);
  useEffect(() => {
    void store.open();
    return () => store.close();
  }, [store]);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') void store.refresh();
    };
    const again = (): void => void store.save();
    document.addEventListener('visibilitychange', look);
    // What failed for want of a network.
    window.addEventListener('online', again);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', again);
    };
  }, [store]);
  const wouldBeLost = !state.isDrafted && state.saving !== 'saved';
  useEffect(() => {
    if (!wouldBeLost) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldBeLost]);
  return { store, state };
}
