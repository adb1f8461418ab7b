import { isUtf8 } from 'node:buffer';
import {
  type Candidate,
  EntryType,
  type FileFacts,
  type FormatFamily,
  genericFacts,
  unplacedFacts,
} from '../../inspection/index.ts';

/** Kinds of text told by the extension alone. */
const TEXTS: Readonly<Record<string, EntryType>> = { md: EntryType.Markdown };

/** Texts whose type is decided by name, after a look at whether the content can be a text. */
export const namedFamily: FormatFamily = {
  name: 'named',
  recognizes: ({ extension }) => Object.hasOwn(TEXTS, extension),
  inspect: (candidate) => Promise.resolve(inspect(candidate)),
  lookAgain: misleadingText,
};

function inspect({ extension, size, head }: Candidate): FileFacts {
  const type = TEXTS[extension];
  if (type === undefined) return genericFacts();
  if (size === 0) return genericFacts('The file is empty.');
  if (isText(head)) return unplacedFacts(type);
  return genericFacts(`The content of this file is not what its name (.${extension}) says.`);
}

/**
 * A text that begins like another format, which has been found not to be that: as UTF-8 or not at all, or a picture that is
 * damaged would become one.
 */
function misleadingText(candidate: Candidate): FileFacts | null {
  if (candidate.signature === null || !namedFamily.recognizes(candidate)) return null;
  // The last character of a longer file may be cut.
  const cuts = candidate.size > candidate.head.length ? [0, 1, 2, 3] : [0];
  const uncut = cuts.some((cut) => isUtf8(candidate.head.subarray(0, candidate.head.length - cut)));
  return uncut && isText(candidate.head) ? inspect(candidate) : null;
}

/** Marks that text in two bytes a character begins with. */
const WIDE_MARKS = ['\xff\xfe', '\xfe\xff'];

/** A text may begin with what marks another file (`%PDF`, `GIF8`), but no text has a character 0. */
const isText = (head: Buffer): boolean => !head.includes(0) || WIDE_MARKS.includes(head.toString('latin1', 0, 2));
