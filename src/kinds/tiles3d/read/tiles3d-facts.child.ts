import { type JsonObject, objectAt, parseObject } from '../../../geodata/bounded-json.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';
import { IDENTITY, readMatrix } from '../../../geodata/place/transform.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import { readTilesArchive, type TilesArchive } from './archive.child.ts';
import { tileContents } from './contents.ts';
import { placeOfVolume } from './volume.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** What an archive of 3D Tiles says of itself. All texts are plain, all numbers finite. */
export interface Tiles3DFacts {
  /** Such as 1.1. */
  readonly version: string;
  /** In metres; null when it is no number. */
  readonly geometricError: number | null;
  /** Tiles in the tileset at the root of the archive. */
  readonly tiles: number;
  /** Null when the tiles have local coordinates. */
  readonly place: SpatialPlace | null;
  /** What is wrong with it, in whole sentences. */
  readonly problems: readonly string[];
}

/** Facts of a .3tz archive by its list of files and the tileset at its root. Throws OperationRefusal when it has none. */
export default async function tiles3dFacts({ path }: { readonly path: string }): Promise<Tiles3DFacts> {
  const archive = await readTilesArchive(path);
  const tileset = parseObject(archive.tileset);
  const version = objectAt(tileset, 'asset')['version'];
  if (typeof version !== 'string') throw new OperationRefusal('Its tileset.json is none of 3D Tiles.');
  const root = objectAt(tileset, 'root');
  const error = tileset['geometricError'];
  const { tiles, problems } = look(root, archive);
  return {
    version: plainText(version, 16),
    geometricError: typeof error === 'number' && Number.isFinite(error) ? error : null,
    tiles,
    place: placeOfVolume(objectAt(root, 'boundingVolume'), readMatrix(root['transform']) ?? IDENTITY),
    problems,
  };
}

function look(root: JsonObject, { names, complete }: TilesArchive): { tiles: number; problems: readonly string[] } {
  const contents = tileContents(root, (path) => names.has(path));
  const problems = [
    contents.outside > 0 ? `${contents.outside} of its tiles lie outside of it, which are not loaded.` : null,
    complete && contents.missing > 0 ? `${contents.missing} of its tiles are not in it.` : null,
    complete && contents.complete ? null : 'It holds more files or tiles than are looked at.',
  ];
  return { tiles: contents.tiles, problems: problems.filter((problem) => problem !== null) };
}
