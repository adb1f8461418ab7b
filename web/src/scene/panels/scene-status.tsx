import { Alert } from '@mantine/core';
import { shownName } from '../../files/entry-path.ts';
import type { SceneSnapshot, ShownLayer } from '../core/scene-owner.ts';

/** Says above the picture what is still to come and what went wrong. */
export function SceneStatus({ snapshot: { phase, layers, frame } }: { readonly snapshot: SceneSnapshot }) {
  const problems = layers.flatMap((layer) => problemOf(layer) ?? []);
  return (
    <div className="al-scene-status">
      <div role="status">{phase === 'loading' && <span className="al-scene-note">Loading…</span>}</div>
      {/* Each look elsewhere loads more: to read it out would never end. */}
      {phase === 'partial' && (
        <span className="al-scene-note" aria-hidden>
          Loading more…
        </span>
      )}
      {problems.map(({ path, title, cause }) => (
        <Alert key={path} color="red" variant="light" title={title} role="alert">
          {cause}
        </Alert>
      ))}
      {frame !== null && frame.crs === null && (
        <Alert color="gray" variant="light" title="No coordinate system" withCloseButton={false}>
          {layers[0]?.layer.placeHelp ?? BY_METADATA}
        </Alert>
      )}
    </div>
  );
}

const BY_METADATA =
  'Lengths are in the units of the file. To give it a system, set its metadata “projection”, such as EPSG:32632, and build it again.';

type LayerProblem = { readonly path: string; readonly title: string; readonly cause: string };

function problemOf({ path, state }: ShownLayer): LayerProblem | null {
  if (state.kind === 'failed') return { path, title: `${shownName(path)} cannot be shown`, cause: state.cause };
  if (state.kind === 'partial' && state.cause !== undefined)
    return { path, title: `Parts of ${shownName(path)} are missing`, cause: state.cause };
  return null;
}
