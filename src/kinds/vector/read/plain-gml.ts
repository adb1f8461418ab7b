import { open } from 'node:fs/promises';
import { FILE_STEM } from './file-stem.ts';
import { patchedCopy } from './patched-copy.ts';
import { requirePlainXml } from './xml-prolog.ts';

/** What GDAL looks at for the address of a schema, many times over. */
const HEAD_BYTES = 262_144;

/** As long, and nothing to anybody. */
const NO_SCHEMA = 'schemaOfNobody';

/**
 * A GML file that names no schema: GDAL would ask for what it names, another file of the machine or an address. One that
 * does gets a copy in its folder without; the features themselves say what they hold.
 *
 * @returns the path of what is to be opened
 */
export async function plainGml(path: string): Promise<string> {
  await requirePlainXml(path, null);
  const original = await open(path, 'r');
  let head: string;
  try {
    const { buffer, bytesRead } = await original.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    head = buffer.toString('latin1', 0, bytesRead);
  } finally {
    await original.close();
  }
  // Not by the letters alone: whatever the case, and also where the name has another ending.
  if (!/schemaLocation/i.test(head)) return path;
  const bytes = Buffer.from(head.replaceAll(/schemaLocation/gi, NO_SCHEMA), 'latin1');
  const tooLarge = 'It names a schema and is too large to be read without.';
  return patchedCopy(path, `${FILE_STEM}-plain.gml`, bytes, 0, tooLarge);
}
