import { readFile } from 'node:fs/promises';

interface FoundFile {
  readonly path: string;
  readonly size: number;
}
type Find = (names: readonly string[]) => Promise<ReadonlyMap<string, FoundFile>>;

/** Tilesets lie in the folder of their tiles, or some folders above. */
const STEPS_UP = 6;
const NAMES = Array.from({ length: STEPS_UP + 1 }, (_, steps) => `${'../'.repeat(steps)}tileset.json`);
/** Of a tileset that is read for a name. One that is longer is believed to name all that lies below it. */
const MAX_BYTES = 4 * 2 ** 20;

/**
 * The tileset (3D Tiles) that a file is a part of, by its path relative to the folder of the file; null for a file that stands alone.
 * A tileset is asked for the name of the file, a rule for names that it follows, or further tilesets that may name it.
 *
 * @param name of the file
 * @param find looks for files by such paths
 */
export async function tilesetAbove(name: string, find: Find): Promise<string | null> {
  const found = await find(NAMES);
  for (const place of NAMES) {
    const file = found.get(place);
    if (file === undefined || place === name) continue;
    if (file.size > MAX_BYTES || mayName(await readFile(file.path, 'utf8'), name)) return place;
  }
  return null;
}

function mayName(text: string, name: string): boolean {
  if (!/"asset"\s*:/.test(text) || !/"root"\s*:/.test(text)) return false;
  const ends = [name, encodeURIComponent(name), encodeURI(name)].flatMap((one) => [`/${one}"`, `"${one}"`]);
  if (ends.some((end) => text.includes(end))) return true;
  for (const [, uri = ''] of text.matchAll(/"(?:uri|url)"\s*:\s*"([^"]{1,2000})"/g)) {
    if (/\.json(?:\?|$)/i.test(uri)) return true;
    if (uri.includes('{') && ruleOf(uri).test(name)) return true;
  }
  return false;
}

/** Names by a rule such as `tiles/{level}/{x}/{y}.glb`. */
function ruleOf(uri: string): RegExp {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  const parts = last
    .split(/\{(?:level|x|y|z)\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('\\d+')}$`);
}
