import type { Candidate, Signature } from '../candidate.ts';
import { EntryType } from '../entry-type.ts';
import { type FormatFamily, genericFacts, unplacedFacts } from '../file-facts.ts';

interface NamedFormat {
  readonly type: EntryType;
  /** Contents the extension may have; null is text or what has no signature. */
  readonly contents: readonly (Signature | null)[];
}

const named = (type: EntryType, ...contents: readonly (Signature | null)[]): NamedFormat => ({ type, contents });

/** Formats told by the extension, each with the contents that go with it. */
const FORMATS: Readonly<Record<string, NamedFormat>> = {
  md: named(EntryType.Markdown, null),
};

/** Formats whose type is decided by name, after a look at whether the content can be that. */
export const namedFamily: FormatFamily = {
  name: 'named',
  recognizes: (candidate) => Object.hasOwn(FORMATS, candidate.extension),
  inspect: (candidate) => Promise.resolve(inspect(candidate)),
};

function inspect(candidate: Candidate): ReturnType<typeof genericFacts> {
  const format = FORMATS[candidate.extension];
  if (format === undefined) return genericFacts();
  if (candidate.size === 0) return genericFacts('The file is empty.');
  if (format.contents.includes(candidate.signature)) return unplacedFacts(format.type);
  return genericFacts(`The content of this file is not what its name (.${candidate.extension}) says.`);
}
