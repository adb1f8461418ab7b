import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import { datasetQuery } from '../../api/datasets.ts';
import type { SceneSnapshot, ShownLayer } from '../core/scene-snapshot.ts';
import { thingTitle } from '../scene-things.ts';
import { i18n } from '../../languages/i18n.ts';

type SceneStatusProps = { readonly datasetRef: DatasetRef; readonly snapshot: SceneSnapshot };

/** Says above the picture what is still to come and what went wrong. */
export function SceneStatus({ datasetRef, snapshot: { phase, layers, frame } }: SceneStatusProps) {
  // Others cannot follow the advice.
  const canWrite = useQuery(datasetQuery(datasetRef)).data?.permissions?.canWrite === true;
  const problems = layers.flatMap((layer) => problemOf(layer) ?? []);
  return (
    <div className="al-scene-status">
      <div role="status">{phase === 'loading' && <span className="al-scene-note">{i18n.t('Loading…')}</span>}</div>
      {/* Each look elsewhere loads more: to read it out would never end. */}
      {phase === 'partial' && (
        <span className="al-scene-note" aria-hidden>
          {i18n.t('Loading more…')}
        </span>
      )}
      {problems.map(({ path, title, cause }) => (
        <Alert key={path} color="red" variant="light" title={title} role="alert">
          {cause}
        </Alert>
      ))}
      {frame !== null && frame.crs === null && (
        <details className="al-scene-hint">
          <summary>{i18n.t('No coordinate system')}</summary>
          <p>
            {i18n.t('Lengths are in the units of the file. {value}', {
              value: canWrite ? (layers[0]?.layer.placeHelp ?? BY_METADATA) : '',
            })}
          </p>
        </details>
      )}
    </div>
  );
}

const BY_METADATA = i18n.t(
  'To give it a system, set its metadata “projection”, such as EPSG:32632, and build it again.',
);

type LayerProblem = { readonly path: string; readonly title: string; readonly cause: string };

function problemOf({ path, state }: ShownLayer): LayerProblem | null {
  if (state.kind === 'failed')
    return {
      path,
      title: i18n.t('{thingTitle} cannot be shown', { thingTitle: thingTitle(path) }),
      cause: state.cause,
    };
  if (state.kind === 'partial' && state.cause !== undefined)
    return {
      path,
      title: i18n.t('Parts of {thingTitle} are missing', { thingTitle: thingTitle(path) }),
      cause: state.cause,
    };
  return null;
}
