import type { Candidate, Signature } from '../candidate.ts';
import { EntryType } from '../entry-type.ts';
import { type FormatFamily, genericFacts, unplacedFacts } from '../file-facts.ts';
import { plyType } from './ply.ts';

interface NamedFormat {
  readonly type: EntryType;
  /** Contents the extension may have; null is text or what has no signature. */
  readonly contents: readonly (Signature | null)[];
}

const named = (type: EntryType, ...contents: readonly (Signature | null)[]): NamedFormat => ({ type, contents });

const VIDEO = ['mp4', 'matroska', 'avi'] as const;

/** Formats told by the extension, each with the contents that go with it. */
const FORMATS: Readonly<Record<string, NamedFormat>> = {
  las: named(EntryType.PointCloud, 'las'),
  laz: named(EntryType.PointCloud, 'las'),
  e57: named(EntryType.PointCloud, 'e57'),
  pts: named(EntryType.PointCloud, null),
  xyz: named(EntryType.PointCloud, null),
  md: named(EntryType.Markdown, null),
  mp4: named(EntryType.Video, ...VIDEO),
  mov: named(EntryType.Video, ...VIDEO, null),
  m4v: named(EntryType.Video, ...VIDEO),
  webm: named(EntryType.Video, ...VIDEO),
  mkv: named(EntryType.Video, ...VIDEO),
  avi: named(EntryType.Video, ...VIDEO),
  obj: named(EntryType.Model, null),
  gltf: named(EntryType.Model, null),
  glb: named(EntryType.Model, 'glb'),
  geojson: named(EntryType.Vector, null),
  topojson: named(EntryType.Vector, null),
  dxf: named(EntryType.Vector, null),
  dwg: named(EntryType.Vector, 'dwg'),
  shp: named(EntryType.Vector, 'shapefile'),
  shz: named(EntryType.Vector, 'zip'),
  fgb: named(EntryType.Vector, 'flatgeobuf'),
  kml: named(EntryType.Vector, null),
  kmz: named(EntryType.Vector, 'zip'),
  gpkg: named(EntryType.Vector, 'sqlite'),
  spz: named(EntryType.GaussianSplat, 'gzip', 'spz'),
  splat: named(EntryType.GaussianSplat, null),
  ksplat: named(EntryType.GaussianSplat, null),
  '3tz': named(EntryType.Tiles3D, 'zip'),
  dng: named(EntryType.Image, 'tiff'),
};

/** Formats whose type is decided by name, after a look at whether the content can be that. */
export const namedFamily: FormatFamily = {
  name: 'named',
  recognizes: (candidate) => candidate.signature === 'ply' || Object.hasOwn(FORMATS, candidate.extension),
  inspect: (candidate) => Promise.resolve(inspect(candidate)),
};

function inspect(candidate: Candidate): ReturnType<typeof genericFacts> {
  if (candidate.signature === 'ply') return unplacedFacts(plyType(candidate.head));
  const format = FORMATS[candidate.extension];
  if (format === undefined) return genericFacts();
  if (candidate.size === 0) return genericFacts('The file is empty.');
  if (format.contents.includes(candidate.signature)) return unplacedFacts(format.type);
  return genericFacts(`The content of this file is not what its name (.${candidate.extension}) says.`);
}
