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
