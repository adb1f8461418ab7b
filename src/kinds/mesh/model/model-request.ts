import type { MeshFormat } from '../read/mesh-facts.child.ts';

/** Which model to read. Plain data: it is part of request files of programs. */
export interface ModelRequest {
  readonly path: string;
  readonly format: MeshFormat;
  /** Absolute paths of the files beside it, by path relative to its folder, as `MeshFacts.references` and textures spell it. */
  readonly files: Readonly<Record<string, string>>;
}

/** Called with the share of the file that was read. */
export type Progress = (share: number) => void;
