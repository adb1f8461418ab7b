import { readFileSync } from 'node:fs';

/** Whether a tileset of 3D Tiles may name a file of this name: by itself, by a rule, or in further tilesets that it names. */
export default function tilesetNames({ path, name }: { readonly path: string; readonly name: string }): boolean {
  return mayName(readFileSync(path, 'utf8'), name);
}

function mayName(text: string, name: string): boolean {
  if (!/"asset"\s*:/.test(text) || !/"root"\s*:/.test(text)) return false;
  const ends = [name, encodeURIComponent(name), encodeURI(name)].flatMap((one) => [`/${one}"`, `"${one}"`]);
  if (ends.some((end) => text.includes(end))) return true;
  for (const [, uri = ''] of text.matchAll(/"(?:uri|url)"\s*:\s*"([^"]{1,2000})"/g)) {
    if (/\.json(?:\?|$)/i.test(uri)) return true;
    if (uri.includes('{') && follows(uri, name)) return true;
  }
  return false;
}

/**
 * Whether a name follows a rule such as `tiles/{level}/{x}/{y}.glb`. The rule comes from an uploaded file: made into a regular expression, it
 * could take days to match.
 */
function follows(rule: string, name: string): boolean {
  const [begin = '', ...rest] = rule.slice(rule.lastIndexOf('/') + 1).split(/\{(?:level|x|y|z)\}/);
  if (!name.startsWith(begin)) return false;
  // How much of the name the rule may have used so far.
  let used: readonly number[] = [begin.length];
  for (const text of rest) {
    used = endsOfNumbers(name, used)
      .filter((end) => name.startsWith(text, end))
      .map((end) => end + text.length);
    if (used.length === 0) return false;
  }
  return used.includes(name.length);
}

/** Where numbers may end that begin at some places of a name, each once and in order. */
function endsOfNumbers(name: string, begins: readonly number[]): readonly number[] {
  const ends: number[] = [];
  for (const begin of begins)
    // Where the number of the place before ended, this one may end as well: those are listed already.
    for (let at = Math.max(begin, ends.at(-1) ?? 0); isDigit(name[at]); at += 1) ends.push(at + 1);
  return ends;
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9';
