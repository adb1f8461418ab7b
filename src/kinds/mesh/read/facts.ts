import type { Box3 } from '../../../geodata/place/box.ts';

/** By the word it starts with (first index) and its last word from there on: the path of each possible name; null: outside. */
export type LibraryStatement = readonly (readonly (string | null)[])[];

/** What a mesh says of itself. All texts are plain, all numbers finite. */
export interface MeshFacts {
  /** Null when only a part of the file was read. */
  readonly vertices: number | null;
  readonly faces: number | null;
  /** In the units of the file; null when not known or not sound. */
  readonly bounds: Box3 | null;
  /** Which axis of the file leads up. */
  readonly up: 'y' | 'z';
  /** Paths relative to the folder of the file, `/` between names: what must be there to draw it. */
  readonly references: readonly string[];
  /** Those of the references that name further files (material libraries). */
  readonly libraries: readonly string[];
  /** Statements that name material libraries by several words; their names are not among the references. */
  readonly libraryStatements: readonly LibraryStatement[];
  /** Names that lead out of every dataset, in words for people; a few of many. */
  readonly outside: readonly string[];
  /** Facts that only some formats have, by the names of the API. */
  readonly details: Readonly<Record<string, string | number>>;
  /** What is wrong with the file, in whole sentences. */
  readonly problems: readonly string[];
}
