import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { MeasurementStore } from '../keeping/measurement-store.ts';
import { type Feature, measurementOf } from '../model/measurement.ts';
import { type HeightPort } from './height-port.ts';
import { i18n } from '../../languages/i18n.ts';

/** What is known of a feature's heights beside what it says itself. */
export type Asked = { readonly state: 'asking' } | { readonly state: 'failed'; readonly error: unknown };

/** Asks for heights and volumes of new measurements, and writes them into the measurements. */
export function useHeights(port: HeightPort, store: MeasurementStore) {
  const [asked, setAsked] = useState<ReadonlyMap<string, Asked>>(new Map());
  const aborting = useRef<AbortController>(null);
  useEffect(() => {
    aborting.current = new AbortController();
    return () => aborting.current?.abort();
  }, [port, store]);

  const tell = (id: string, what: Asked | null): void =>
    setAsked((old) => {
      const next = new Map(old);
      if (what === null) next.delete(id);
      else next.set(id, what);
      return next;
    });

  /** Does nothing for what needs no heights. */
  const measure = (feature: Feature): void => {
    const signal = aborting.current?.signal;
    const { id, tool } = measurementOf(feature);
    if (signal === undefined || (tool !== 'height' && tool !== 'difference' && tool !== 'volume')) return;
    tell(id, { state: 'asking' });
    foundFor(port, feature, signal).then(
      (found) => {
        if (signal.aborted) return;
        // It may have another name by now.
        const now = store.state().features.find((one) => one.id === id);
        if (now !== undefined && now.geometry === feature.geometry)
          store.amend(now, { ...now, properties: { ...now.properties, ...found } });
        tell(id, null);
      },
      (error: unknown) => {
        if (!signal.aborted) tell(id, { state: 'failed', error });
      },
    );
  };
  return { asked, measure };
}

const NO_FILE = new ApiError(400, i18n.t('The dataset has no elevation model. Upload one, then measure again.'));

async function foundFor(port: HeightPort, feature: Feature, signal: AbortSignal): Promise<Feature['properties']> {
  const { tool, surface, positions, base } = measurementOf(feature);
  if (surface === null) throw NO_FILE;
  if (tool === 'volume') return { volume: await port.volume(surface, positions, base, signal) };
  return { heights: await Promise.all(positions.map((at) => port.heightAt(surface, at, signal))) };
}
