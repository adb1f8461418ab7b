import { Button, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { DatasetRef } from '../../api/addresses.ts';
import { ApiError } from '../../api/api-error.ts';
import { datasetQuery } from '../../api/datasets.ts';
import { sessionQuery } from '../../api/session.ts';
import { plain } from '../../format/plain.ts';
import { USUAL_PATH } from '../../measuring/keeping/sidecar-paths.ts';
import type { StoreState } from '../../measuring/keeping/store-state.ts';
import { useMeasurements } from '../../measuring/keeping/use-measurements.ts';
import { headlineOf } from '../../measuring/model/figures.ts';
import { measurementOf } from '../../measuring/model/measurement.ts';
import type { UnitSystem } from '../../measuring/model/units.ts';
import { ConflictCards } from '../../measuring/panel/conflict-cards.tsx';
import { SaveState } from '../../measuring/panel/save-state.tsx';
import type { SceneOwner } from '../core/scene-owner.ts';
import type { SceneSnapshot } from '../core/scene-snapshot.ts';
import { earthOfFrame } from '../geometry/earth.ts';
import { toScene } from '../geometry/scene-frame.ts';
import { Eye } from '../panels/eye.tsx';
import { heightBelow } from '../tools/ground-height.ts';
import type { Measuring, MeasuringStep } from '../tools/measuring.ts';
import { canBeKept, featureOf, keptShapes } from './kept-features.ts';
import { KeptOverlay } from './kept-overlay.tsx';
import { i18n } from '../../languages/i18n.ts';

type KeptProps = {
  readonly datasetRef: DatasetRef;
  readonly owner: SceneOwner;
  readonly snapshot: SceneSnapshot;
  readonly measuring: Measuring;
  readonly step: (step: MeasuringStep) => void;
  readonly isHidden: boolean;
  readonly onHidden: (isHidden: boolean) => void;
  /** Place of the panel for them; null while the panel is closed. */
  readonly slot: HTMLElement | null;
};

/** The measurements of the dataset, which the map shows as well: in the picture, and in the panel. */
export default function KeptMeasurements(props: KeptProps) {
  const session = useQuery(sessionQuery);
  const dataset = useQuery(datasetQuery(props.datasetRef));
  if (session.isPending || dataset.data === undefined) return null;
  const person = session.data?.userName ?? null;
  return (
    <OfPerson key={person ?? ''} {...props} person={person} mayWrite={dataset.data.permissions?.canWrite === true} />
  );
}

type OfPersonProps = KeptProps & { readonly person: string | null; readonly mayWrite: boolean };

function OfPerson({ datasetRef, person, mayWrite, owner, snapshot, measuring, step, ...shown }: OfPersonProps) {
  const { isHidden, onHidden, slot } = shown;
  const { store, state } = useMeasurements({ datasetRef, path: USUAL_PATH, person: person ?? '', mayWrite });
  const [units] = useLocalStorage<UnitSystem>({ key: 'alidade.units', defaultValue: 'metric' });
  const { frame, phase } = snapshot;
  const { data: earth = null } = useQuery({
    queryKey: ['scene-earth', frame?.crs?.key ?? '', ...(frame?.origin ?? [])],
    queryFn: () => (frame === null ? null : earthOfFrame(frame)),
    enabled: frame !== null,
  });
  const { features, conflicts } = state;
  // Ground that has become finer moves what lies on it.
  const isSettled = phase === 'ready';
  const shapes = useMemo(
    () => (earth === null ? [] : keptShapes(features, earth, heightsOf(owner, isSettled), lowestOf(owner))),
    [features, earth, owner, isSettled],
  );
  const keepable = measuring.done.filter(canBeKept);
  const keep = (): void => {
    if (earth === null) return;
    const names = features.map((feature) => measurementOf(feature).name);
    const at = new Date().toISOString();
    const changes = keepable.flatMap((measured) => {
      const feature = featureOf(measured, { earth, names, by: person, at });
      if (feature === null) return [];
      names.push(measurementOf(feature).name);
      return [{ id: feature.id, after: feature }];
    });
    store.edit(changes);
    // From the last on: the places of the others stay.
    for (const measured of keepable.toReversed()) step({ does: 'remove', index: measuring.done.indexOf(measured) });
  };
  if (state.phase === 'failed' && isRefused(state.error)) return null;
  return (
    <>
      {!isHidden && <KeptOverlay owner={owner} shapes={shapes} units={units} />}
      {slot !== null &&
        createPortal(
          <section aria-label={i18n.t('Measurements')} className="al-scene-kept-list">
            <div className="al-scene-layer">
              <Text size="sm" fw={600} c="dimmed">
                {i18n.t('Measurements of the dataset')}
              </Text>
              <Eye name="measurements" isHidden={isHidden} onHidden={onHidden} />
            </div>
            {earth === null && frame !== null && (
              <Text size="sm" c="dimmed">
                {i18n.t('This scene has no place on Earth. What you measure ends with the page.')}
              </Text>
            )}
            {earth !== null && (
              <>
                {keepable.length > 0 && mayWrite && state.phase === 'ready' && (
                  <Button size="sm" onClick={keep}>
                    {i18n.t('Keep in the dataset')}
                  </Button>
                )}
                {mayWrite && isUnused(state) ? (
                  <Text size="sm" c="dimmed">
                    {i18n.t('None yet. What you measure here can be kept for everyone, and is on the map, too.')}
                  </Text>
                ) : (
                  <SaveState store={store} state={state} mayWrite={mayWrite} />
                )}
                <ConflictCards conflicts={conflicts} store={store} units={units} />
                <ul className="al-plain-list">
                  {shapes.map(({ id, feature }) => (
                    <li key={id} className="al-scene-layer">
                      <Text size="sm" className="al-break">
                        <bdi>{plain(measurementOf(feature).name)}</bdi>
                      </Text>
                      <Text size="sm" c="dimmed">
                        {headlineOf(feature, units)}
                      </Text>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>,
          slot,
        )}
    </>
  );
}

/** “Saved” would say that something is. */
const isUnused = ({ phase, saving, note, features }: StoreState): boolean =>
  phase === 'ready' && saving === 'saved' && note === null && features.length === 0;

/** A link to one file does not lead to the measurements of the dataset. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && [401, 403].includes(error.status);

/** Share of the width of the scene around a place in which a layer counts as there. */
const AROUND = 1 / 500;

/** The ground, else the highest layer. @param isSettled what is still to come has no height that holds */
function heightsOf(owner: SceneOwner, isSettled: boolean) {
  return (x: number, y: number): number | null => {
    const ground = owner.groundAt(x, y);
    const { frame, bounds, layers } = owner.snapshot();
    if (ground !== null || !isSettled || frame === null || bounds === null) return ground;
    const side = (bounds.max[0] - bounds.min[0]) * AROUND;
    const box = { min: [x - side, y - side, 0], max: [x + side, y + side, 0] } as const;
    const found = layers.flatMap(({ layer, isHidden }) => {
      const height = isHidden ? null : heightBelow(layer, box, frame);
      return height === null ? [] : toScene(frame, [frame.origin[0], frame.origin[1], height])[2];
    });
    return found.length === 0 ? null : Math.max(...found);
  };
}

const lowestOf = (owner: SceneOwner): number => owner.snapshot().bounds?.min[2] ?? 0;
