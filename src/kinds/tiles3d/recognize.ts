import type { Engine } from '../../engine/index.ts';
import { tiles3dFacts } from './read/operations.ts';
import {
  type Candidate,
  EntryType,
  type FileFacts,
  type FormatFamily,
  mismatch,
  spatialFacts,
  unreadable,
} from '../../inspection/index.ts';

/** Archives of 3D Tiles (.3tz). */
export const tiles3dFamily: FormatFamily = {
  name: 'tiles3d',
  recognizes: ({ extension }) => extension === '3tz',
  inspect,
};

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const other = mismatch(candidate, ['zip']);
  if (other !== null) return other;
  try {
    const facts = await engine.call(tiles3dFacts, { path: candidate.path }, { signal });
    const properties = {
      georeferenced: facts.place !== null,
      tilesetVersion: facts.version,
      ...(facts.geometricError === null ? {} : { geometricError: facts.geometricError }),
      tiles: facts.tiles,
    };
    return spatialFacts(EntryType.Tiles3D, properties, facts.place, facts.problems);
  } catch (error) {
    return unreadable(error, EntryType.Tiles3D, 'an archive of 3D Tiles');
  }
}
