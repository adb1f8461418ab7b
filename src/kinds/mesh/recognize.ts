import type { Engine } from '../../engine/index.ts';
import type { MeshFacts } from './read/facts.ts';
import type { MeshFormat } from './read/mesh-facts.child.ts';
import type { MeshPlacement } from './read/georeference.ts';
import { meshFacts, meshPlacement } from './read/operations.ts';
import { plyKind } from '../../geodata/ply/ply-kind.ts';
import { lookUpReferences, type MeshReferences } from './references.ts';
import {
  type Candidate,
  type Signature,
  companionsOf,
  EntryType,
  type FileFacts,
  type FormatFamily,
  genericFacts,
  mismatch,
  spatialFacts,
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
const TIMEOUT_MS = 30_000;

const isNamed = (extension: string): extension is keyof typeof CONTENTS => Object.hasOwn(CONTENTS, extension);

/** A PLY file that is neither points nor splats: a mesh, or one whose header cannot be read. */
function isPlyMesh({ signature, head }: Candidate): boolean {
  if (signature !== 'ply') return false;
  const kind = plyKind(head);
  return kind !== 'points' && kind !== 'splats';
}

/** Meshes by name, PLY files with faces by content. */
export const meshFamily: FormatFamily = {
  name: 'mesh',
  recognizes: (candidate) => isNamed(candidate.extension) || candidate.extension === 'ply' || isPlyMesh(candidate),
  inspect,
  requirements: meshRequirements,
};

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const { extension, signature, head, path } = candidate;
  const format = isPlyMesh(candidate) || !isNamed(extension) ? 'ply' : extension;
  const other = mismatch(candidate, [format === 'ply' ? 'ply' : CONTENTS[format]]);
  if (other !== null) return other;
  // A textured PLY is kept as it is: nothing that draws meshes reads its textures.
  if (signature === 'ply' && plyKind(head) === 'textured-mesh') return genericFacts();
  let facts: MeshFacts;
  try {
    facts = await engine.call(meshFacts, { path, format }, { signal, timeoutMs: TIMEOUT_MS });
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
  const far = placement !== null && placement.place === null && bounds !== null;
  const problems = [
    ...facts.problems,
    ...(missingCount === 0 ? [] : [missingWarning(references)]),
    ...(references.outside ? ['It or its materials name files outside of the dataset, which are not read.'] : []),
    ...(references.complete ? [] : ['Its materials name more files than are looked at.']),
    ...(far ? ['Its coordinates reach too far from its origin to be local metres.'] : []),
  ];
  const properties = {
    georeferenced: placement !== null,
    ...(vertices === null ? {} : { vertices }),
    ...(faces === null ? {} : { faces }),
    ...(bounds === null ? {} : { bounds }),
    ...details,
    ...(missingCount === 0 ? {} : { missingDependencies: missing, missingCount }),
  };
  return spatialFacts(EntryType.Model, properties, placement?.place ?? null, problems);
}

/** As many of the missing files are named in the warning. */
const NAMED = 5;

function missingWarning({ missing, missingCount }: MeshReferences): string {
  const named = missing.slice(0, NAMED);
  const more = missingCount > named.length ? ` and ${missingCount - named.length} more` : '';
  return `Files that it needs are missing: ${named.join(', ')}${more}. Upload them.`;
}

/** By the first file beside the mesh that says where its origin lies; null when there is none. */
async function placementOf(
  { name, neighbours }: Candidate,
  { bounds, up }: MeshFacts,
  engine: Engine,
  signal: AbortSignal,
): Promise<MeshPlacement | null> {
  const names = companionsOf(name);
  const present = await neighbours.find(names);
  for (const sidecar of names) {
    const file = present.get(sidecar);
    if (file === undefined) continue;
    const placement = await engine.call(meshPlacement, { path: file.path, bounds, up }, { signal });
    if (placement.origin !== null) return placement;
  }
  return null;
}

/** What a mesh is drawn with: materials, textures, buffers. Undefined for what is no mesh. @throws EngineError */
async function meshRequirements(
  candidate: Candidate,
  engine: Engine,
  signal: AbortSignal,
): Promise<Requirements | undefined> {
  const { extension, path, neighbours } = candidate;
  if (!isNamed(extension) || mismatch(candidate, [CONTENTS[extension]]) !== null) return undefined;
  const facts = await engine.call(meshFacts, { path, format: extension }, { signal, timeoutMs: TIMEOUT_MS });
  const { missing, outside } = await lookUpReferences(facts, neighbours, engine, signal);
  return { missing, outside };
}
