import type { Engine } from '../../engine/index.ts';
import type { MeshFacts } from './read/facts.ts';
import type { MeshFormat } from './read/mesh-facts.child.ts';
import type { MeshPlacement } from './place/place-of-model.ts';
import { findPlaceSources } from './place/place-sources.ts';
import { meshPlacement } from './place/operations.ts';
import { meshFacts } from './read/operations.ts';
import { plyKind } from '../../geodata/ply/ply-kind.ts';
import { tilesetAbove } from '../../geodata/tileset-above.ts';
import { lookUpReferences, type MeshReferences } from './references.ts';
import {
  type Candidate,
  type Signature,
  EntryType,
  type FileFacts,
  type FormatFamily,
  mismatch,
  spatialFacts,
  unplacedFacts,
  unreadable,
  type Requirements,
} from '../../inspection/index.ts';

/** Formats by extension, each with the content that goes with it; null is text. */
const CONTENTS: Readonly<Record<Exclude<MeshFormat, 'ply'>, Signature | null>> = {
  obj: null,
  stl: null,
  gltf: null,
  glb: 'glb',
};
/** A text model of 256 MiB takes some seconds. */
export const READ_TIMEOUT_MS = 30_000;

type Named = keyof typeof CONTENTS;

const isNamed = (extension: string): extension is Named => Object.hasOwn(CONTENTS, extension);

/** What tiles of 3D Tiles may be. */
const isTile = (format: MeshFormat): boolean => format === 'glb' || format === 'gltf';

/** A PLY file that is neither points nor splats: a mesh, or one whose header cannot be read. */
function isPlyMesh({ signature, head }: Pick<Candidate, 'signature' | 'head'>): boolean {
  if (signature !== 'ply') return false;
  const kind = plyKind(head);
  return kind !== 'points' && kind !== 'splats';
}

/** The format of a mesh by its content first and its name second; null for what is none. */
export function meshFormatOf(candidate: Candidate): MeshFormat | null {
  if (isPlyMesh(candidate)) return 'ply';
  const { extension } = candidate;
  return isNamed(extension) && mismatch(candidate, [CONTENTS[extension]]) === null ? extension : null;
}

/** Meshes by name, PLY files with faces by content. */
export const meshFamily: FormatFamily = {
  name: 'mesh',
  recognizes: (candidate) => isNamed(candidate.extension) || candidate.extension === 'ply' || isPlyMesh(candidate),
  inspect,
  requirements: meshRequirements,
};

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const { extension, path, name, neighbours } = candidate;
  const format = isPlyMesh(candidate) || !isNamed(extension) ? 'ply' : extension;
  const other = mismatch(candidate, [format === 'ply' ? 'ply' : CONTENTS[format]]);
  if (other !== null) return other;
  const tileset = isTile(format) ? await tilesetAbove(name, neighbours.parts ?? neighbours.find, engine, signal) : null;
  // A tile of 3D Tiles is built with its tileset, and not by itself.
  if (tileset !== null) return unplacedFacts(EntryType.Generic, { partOf: tileset });
  let facts: MeshFacts;
  try {
    facts = await engine.call(meshFacts, { path, format }, { signal, timeoutMs: READ_TIMEOUT_MS });
  } catch (error) {
    return unreadable(error, EntryType.Model, 'a model');
  }
  return modelFacts(candidate, facts, engine, signal);
}

async function modelFacts(
  candidate: Candidate,
  facts: MeshFacts,
  engine: Engine,
  signal: AbortSignal,
): Promise<FileFacts> {
  const { vertices, faces, bounds, details } = facts;
  const placement = await placementOf(candidate, facts, engine, signal);
  const references = await lookUpReferences(facts, candidate.neighbours, engine, signal);
  const { missing, missingCount } = references;
  const problems = [
    ...facts.problems,
    ...(missingCount === 0 ? [] : [missingWarning(references)]),
    ...(references.outside.length > 0
      ? ['It or its materials name files outside of the dataset, which are not read.']
      : []),
    ...(references.complete ? [] : ['Its materials name more files than are looked at.']),
    ...placement.problems,
  ];
  const properties = {
    georeferenced: placement.isTold,
    ...(vertices === null ? {} : { vertices }),
    ...(faces === null ? {} : { faces }),
    ...(bounds === null ? {} : { bounds }),
    ...details,
    ...(missingCount === 0 ? {} : { missingDependencies: missing, missingCount }),
  };
  return spatialFacts(EntryType.Model, properties, placement.place?.footprint ?? null, problems);
}

/** As many of the missing files are named in the warning. */
const NAMED = 5;

function missingWarning({ missing, missingCount, alike }: MeshReferences): string {
  const named = missing.slice(0, NAMED);
  const more = missingCount > named.length ? ` and ${missingCount - named.length} more` : '';
  const hints = [...alike].slice(0, NAMED).map(([name, other]) => ` ${other} is there, but ${name} is asked for.`);
  return `Files that it needs are missing: ${named.join(', ')}${more}. Upload them.${hints.join('')}`;
}

const NOWHERE: MeshPlacement = { place: null, isTold: false, problems: [] };

/** By the files beside the mesh that say where it lies. */
async function placementOf(
  { name, neighbours }: Candidate,
  { bounds, up }: MeshFacts,
  engine: Engine,
  signal: AbortSignal,
): Promise<MeshPlacement> {
  const sources = await findPlaceSources(name, neighbours);
  if (sources.sidecars.length === 0) return NOWHERE;
  return engine.call(meshPlacement, { ...sources, bounds, up }, { signal });
}

/** What a mesh is drawn with: materials, textures, buffers. Undefined for what is no mesh. @throws EngineError */
async function meshRequirements(
  candidate: Candidate,
  engine: Engine,
  signal: AbortSignal,
): Promise<Requirements | undefined> {
  const format = meshFormatOf(candidate);
  if (format === null) return undefined;
  const facts = await engine.call(meshFacts, { path: candidate.path, format }, { signal, timeoutMs: READ_TIMEOUT_MS });
  const { missing, outside, alike } = await lookUpReferences(facts, candidate.neighbours, engine, signal);
  return { missing, outside, alike };
}
