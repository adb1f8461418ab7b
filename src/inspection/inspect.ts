import type { Engine } from '../engine/index.ts';
import type { Candidate } from './candidate.ts';
import { examine } from './detect.ts';
import { EntryType } from './entry-type.ts';
import { boundedFacts } from './fact-bounds.ts';
import { type FileFacts, type FormatFamily, genericFacts } from './file-facts.ts';
import { noNeighbours, type Neighbours } from './neighbours.ts';
import type { Requirements } from './requirement.ts';

export interface FileToInspect {
  /** Absolute path of the blob; it has no extension. */
  readonly path: string;
  /** Base name of the entry. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Its first bytes, where somebody has them: then they are not read. */
  readonly head?: Buffer | undefined;
  /** Files beside it, which some formats need to be understood; without it the file stands alone. */
  readonly neighbours?: Neighbours;
}

/** Finds out what files are. */
export interface Inspector {
  /**
   * Finds out what a file is, by its content first and its name second. A file that is cut off, lying or hostile never makes
   * this throw: it becomes what it still is (Image, Generic) with a `warning` property. Its properties are no longer than
   * MAX_PROPERTY_BYTES. Throws EngineError when aborted or when the engine cannot work (full disk), the error `busy` when its
   * queue is full, and the error of the file system when the blob cannot be read.
   */
  inspect(file: FileToInspect, signal: AbortSignal): Promise<FileFacts>;
  /** What a file needs beside it to be built. @throws EngineError when it cannot be read */
  requirements(file: FileToInspect, signal: AbortSignal): Promise<Requirements>;
}

const NONE: Requirements = { missing: [], outside: [] };

/** @param families in order: the first one that recognizes a file inspects it */
export function createInspector(engine: Engine, families: readonly FormatFamily[]): Inspector {
  return {
    async inspect(file, signal) {
      signal.throwIfAborted();
      const candidate = await examine({ neighbours: noNeighbours, ...file });
      const family = families.find(({ recognizes }) => recognizes(candidate));
      if (family !== undefined) {
        const facts = await family.inspect(candidate, engine, signal);
        const again = facts.type === EntryType.Generic ? lookAgain(families, candidate) : null;
        return boundedFacts(again ?? aboutName(facts, family, candidate, families));
      }
      if (promisedBy(candidate, families).length === 0) return genericFacts();
      if (candidate.size === 0) return genericFacts('The file is empty.');
      return genericFacts(notAsNamed(candidate));
    },

    async requirements(file, signal) {
      const candidate = await examine({ neighbours: noNeighbours, ...file });
      for (const family of families) {
        const needed = await family.requirements?.(candidate, engine, signal);
        if (needed !== undefined) return needed;
      }
      return NONE;
    },
  };
}

const notAsNamed = ({ extension }: Candidate): string =>
  `The content of this file is not what its name (.${extension}) says.`;

function lookAgain(families: readonly FormatFamily[], candidate: Candidate): FileFacts | null {
  for (const family of families) {
    const facts = family.lookAgain?.(candidate) ?? null;
    if (facts !== null) return facts;
  }
  return null;
}

const promisedBy = ({ extension }: Candidate, families: readonly FormatFamily[]): readonly FormatFamily[] =>
  families.filter((family) => family.promisedBy?.includes(extension));

/** With a word where the content decided against the name. A picture in another format than its name says harms nobody. */
function aboutName(
  facts: FileFacts,
  family: FormatFamily,
  candidate: Candidate,
  families: readonly FormatFamily[],
): FileFacts {
  if (facts.properties['warning'] !== undefined || !family.byContent) return facts;
  const promised = promisedBy(candidate, families);
  // By the name alone: with nothing in it a file is what its name promises.
  const empty = { ...candidate, size: 0, head: Buffer.alloc(0), signature: null };
  const expected = promised.length > 0 ? promised : families.filter(({ recognizes }) => recognizes(empty));
  if (expected.length === 0 || expected.includes(family)) return facts;
  return { ...facts, properties: { ...facts.properties, warning: notAsNamed(candidate) } };
}
