import { open } from 'node:fs/promises';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** What stands before the root element of a sound file fits many times. */
const MAX_PROLOG_BYTES = 262_144;

/** Encodings whose markup is written with the bytes of ASCII, so that it can be looked for as such. */
const PLAIN_ENCODINGS = /^(?:utf-?8|us-ascii|iso-8859-\d+|windows-125\d|latin-?1)$/i;

/**
 * Refuses an XML file with a document type declaration, in which entities are made that grow without end or name other
 * files; a parser never gets to see it. It can stand before the root element only. Refuses also what is not XML.
 *
 * @param root local names the root element may have; null for any
 */
export async function requirePlainXml(path: string, root: readonly string[] | null): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_PROLOG_BYTES), 0, MAX_PROLOG_BYTES, 0);
    const complaint = prologComplaint(buffer.toString('latin1', 0, bytesRead), root);
    if (complaint !== null) throw new OperationRefusal(complaint);
  } finally {
    await handle.close();
  }
}

/** What is wrong with the beginning of an XML file (bytes as Latin-1 characters); null for one that may be parsed. */
function prologComplaint(text: string, root: readonly string[] | null): string | null {
  const start = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  let at = start;
  for (;;) {
    while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    if (end === null) break;
    const close = text.indexOf(end, at + 2);
    if (close < 0) return 'Its beginning is not XML, or longer than is allowed.';
    const encoding = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(text.slice(at, close))?.[1];
    if (encoding !== undefined && !PLAIN_ENCODINGS.test(encoding)) return 'Its text encoding is not supported.';
    at = close + end.length;
  }
  if (/^<!doctype/i.test(text.slice(at, at + 9)))
    return 'It has a document type declaration (DOCTYPE), which is not allowed in files of strangers.';
  const [, name] = /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(text.slice(at, at + 256)) ?? [];
  if (root === null) return name === undefined ? 'It does not begin as an XML file does.' : null;
  return name !== undefined && root.includes(name) ? null : `It does not begin with the element <${root[0] ?? ''}>.`;
}
