import type { OutputRequest } from '../../builds/index.ts';
import { EngineError } from '../../engine/index.ts';
import { examine } from '../../inspection/index.ts';
import { findPlaceSources, type PlaceSources } from './place/place-sources.ts';
import type { MeshFormat } from './read/mesh-facts.child.ts';
import { meshFacts } from './read/operations.ts';
import { READ_TIMEOUT_MS, meshFormatOf } from './recognize.ts';
import { lookUpReferences } from './references.ts';

/** What programs read of an uploaded model. Plain data: it goes into request files. */
export interface ModelSource {
  readonly model: {
    readonly path: string;
    readonly format: MeshFormat;
    /** Absolute paths of the files beside it, by their paths relative to its folder. */
    readonly files: Readonly<Record<string, string>>;
  };
  readonly place: PlaceSources;
  /** The axis of the file that leads up. */
  readonly up: 'y' | 'z';
}

/** What is known of a model before it is read: what builds and tools have in common. */
export type ModelFile = Pick<
  OutputRequest,
  'source' | 'name' | 'size' | 'neighbours' | 'metadata' | 'engine' | 'signal'
>;

/**
 * Finds everything that a model is read with. It asks for the same files as its inspection does, as these are part of the key
 * of a build.
 *
 * @throws EngineError for a file that cannot be read
 */
export async function findModelSource(file: ModelFile): Promise<ModelSource> {
  const { source: path, name, size, neighbours, engine, signal } = file;
  const format = meshFormatOf(await examine({ path, name, size, neighbours }));
  if (format === null) throw new EngineError('refused', 'It is none of the formats of models.');
  const facts = await engine.call(meshFacts, { path, format }, { signal, timeoutMs: READ_TIMEOUT_MS });
  const { files } = await lookUpReferences(facts, neighbours, engine, signal);
  const place = await findPlaceSources(name, neighbours, await file.metadata('projection'));
  return { model: { path, format, files }, place, up: facts.up };
}
