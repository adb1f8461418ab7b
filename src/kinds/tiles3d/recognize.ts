import type { Engine } from '../../engine/index.ts';
import {
  type Candidate,
  EntryType,
  type FileFacts,
  type FormatFamily,
  genericFacts,
  mismatch,
  type Requirements,
  spatialFacts,
  unplacedFacts,
  unreadable,
} from '../../inspection/index.ts';
import { tilesetAbove } from '../../geodata/tileset-above.ts';
import { findTilesetParts } from './parts/find-parts.ts';
import { tiles3dFacts } from './read/operations.ts';
import { TILESET_NAME } from './build/artifacts.ts';

const isArchive = ({ extension }: Pick<Candidate, 'extension'>): boolean => extension === '3tz';
const isTileset = ({ name }: Pick<Candidate, 'name'>): boolean => name.toLowerCase() === TILESET_NAME;

/** Archives of 3D Tiles (.3tz), and folders of them by their `tileset.json`. */
export const tiles3dFamily: FormatFamily = {
  name: 'tiles3d',
  recognizes: (candidate) => isArchive(candidate) || isTileset(candidate),
  inspect,
  requirements,
};

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const holds = isArchive(candidate) ? 'archive' : 'json';
  const other = mismatch(candidate, [holds === 'archive' ? 'zip' : null]);
  if (other !== null) return other;
  const { name, neighbours } = candidate;
  const above = holds === 'json' ? await tilesetAbove(name, neighbours.parts ?? neighbours.find, engine, signal) : null;
  if (above !== null) return unplacedFacts(EntryType.Generic, { partOf: above });
  try {
    const facts = await engine.call(tiles3dFacts, { path: candidate.path, holds }, { signal });
    // Two tilesets of the same words are two by the files beside them: what is asked for here is part of the key of a build.
    if (holds === 'json') await neighbours.find(facts.firstFiles);
    const properties = {
      georeferenced: facts.place !== null,
      tilesetVersion: facts.version,
      ...(facts.geometricError === null ? {} : { geometricError: facts.geometricError }),
      tiles: facts.tiles,
      contents: facts.contents,
    };
    return spatialFacts(EntryType.Tiles3D, properties, facts.place, facts.problems);
  } catch (error) {
    const fault = unreadable(error, EntryType.Tiles3D, holds === 'json' ? 'a tileset' : 'an archive of 3D Tiles');
    // Any JSON may have that name.
    return holds === 'json' && fault.type === EntryType.Generic ? genericFacts() : fault;
  }
}

/** The files that an uploaded tileset consists of. Undefined for every other file. */
async function requirements(
  candidate: Candidate,
  engine: Engine,
  signal: AbortSignal,
): Promise<Requirements | undefined> {
  if (isArchive(candidate) || !isTileset(candidate)) return undefined;
  const { missing } = await findTilesetParts(candidate, engine, signal);
  // What leads outside is refused by its address.
  return { missing, outside: [] };
}
