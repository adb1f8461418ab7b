import type { Engine } from '../engine/index.ts';
import type { Candidate } from './candidate.ts';
import { EntryType } from './entry-type.ts';
import type { Requirements } from './requirement.ts';

/** A position in WGS 84: longitude, latitude, height in metres. */
export type Position3D = readonly [longitude: number, latitude: number, height: number];

export interface PointGeometry {
  readonly type: 'Point';
  readonly coordinates: Position3D;
}

export interface PolygonGeometry {
  readonly type: 'Polygon';
  /** One closed ring. */
  readonly coordinates: readonly [readonly Position3D[]];
}

/** What a file was found to be. `properties` is plain JSON with the names of the API. */
export interface FileFacts {
  readonly type: EntryType;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly pointGeometry: PointGeometry | null;
  readonly polygonGeometry: PolygonGeometry | null;
}

/** A family of formats, declared by a kind. The first family of the list that recognizes a file inspects it. */
export interface FormatFamily {
  readonly name: string;
  /** Whether it takes files by their content alone, so that their name may promise something else. */
  readonly byContent?: true;
  /** Lower-case extensions that promise this family. A file with one of them that no family recognizes gets a warning. */
  readonly promisedBy?: readonly string[];
  /** Decides by content first and name second, without the engine. */
  recognizes(candidate: Candidate): boolean;
  inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts>;
  /** A second look at a file that another family recognized by its first bytes and could not read. Null leaves it generic. */
  lookAgain?(candidate: Candidate): FileFacts | null;
  /** What a file needs beside it to be built. Undefined for a file that is none of this family's. */
  requirements?(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<Requirements | undefined>;
}

/** Facts of a file without a place on Earth. `warning` says in plain words what is wrong with the file. */
export function unplacedFacts(
  type: EntryType,
  properties: Readonly<Record<string, unknown>> = {},
  warning?: string,
): FileFacts {
  const all = warning === undefined ? properties : { ...properties, warning };
  return { type, properties: all, pointGeometry: null, polygonGeometry: null };
}

/** Facts of a file that is kept as it is and nothing more. */
export const genericFacts = (warning?: string): FileFacts => unplacedFacts(EntryType.Generic, {}, warning);
