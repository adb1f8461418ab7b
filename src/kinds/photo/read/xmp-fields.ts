import { plainText } from '../../../geodata/plain-text.ts';

/**
 * Namespaces that are read, by the end of their address, with the prefix they are known by: a file may call them what it
 * likes. Others, and prefixes that are not declared, are read under these very prefixes.
 */
const NAMESPACES: readonly (readonly [ending: string, prefix: string])[] = [
  ['parrot.com/drone-parrot/1.0', 'drone-parrot'],
  ['pix4d.com/camera/1.0', 'Camera'],
  ['google.com/photos/1.0/panorama', 'GPano'],
  ['adobe.com/xap/1.0', 'xmp'],
  ['adobe.com/exif/1.0', 'exif'],
  ['adobe.com/tiff/1.0', 'tiff'],
  ['FLIR/1.0', 'FLIR'],
];
/** Cameras of DJI write the same names into several namespaces: `http://www.dji.com/drone-dji/1.0/`, older ones `http://www.dji.com`. */
const OF_DJI = /^https?:\/\/(?:www\.)?dji\.com(?:\/|$)/i;
const PREFIXES: ReadonlySet<string> = new Set([
  ...NAMESPACES.map(([, prefix]) => prefix),
  'drone-dji',
  'drone',
  'Sentera',
]);

/** Metadata of photographs is some 10 kB; edited ones carry a history of some hundreds. */
const MAX_BYTES = 2 ** 20;
/** Most fields that are kept; a drone writes some fifty. */
const MAX_FIELDS = 512;
const MAX_DEPTH = 64;
const MAX_TEXT = 128;
/** Longest tag that is looked into, in characters: DJI puts all its fields into one of 3,000. */
const MAX_TAG = 2 ** 16;

/**
 * Fields of an XMP packet as `prefix:Name` and text, those of attributes and of elements alike; of lists the first value.
 * One pass over the text, no entity but the five of XML and numbers. A packet with a DOCTYPE is not read at all; null when
 * there is no field.
 */
export function readXmp(packet: Buffer): ReadonlyMap<string, string> | null {
  const text = packet.toString('utf8', 0, MAX_BYTES);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return null;
  const fields = new Map<string, string>();
  const prefixes = new Map<string, string>();
  const open: { readonly name: string; readonly start: number }[] = [];

  const keep = (name: string, raw: string): void => {
    const colon = name.indexOf(':');
    const declared = name.slice(0, colon);
    const prefix = prefixes.get(declared) ?? declared;
    if (colon < 1 || !PREFIXES.has(prefix) || fields.size >= MAX_FIELDS) return;
    const value = plainText(unescapeXml(raw.slice(0, 4 * MAX_TEXT)), MAX_TEXT);
    const key = `${prefix}:${name.slice(colon + 1)}`;
    if (value !== '' && !fields.has(key)) fields.set(key, value);
  };

  for (let at = text.indexOf('<'); at >= 0;) {
    const end = text.indexOf('>', at);
    if (end < 0) break;
    const tag = text.slice(at + 1, Math.min(end, at + MAX_TAG));
    if (tag.startsWith('/')) {
      const element = open.pop();
      const content =
        element === undefined ? '' : text.slice(element.start, Math.min(at, element.start + 4 * MAX_TEXT));
      if (element !== undefined && !content.includes('<')) keep(element.name, content);
    } else if (!tag.startsWith('?') && !tag.startsWith('!')) {
      const attributes = attributesOf(tag);
      for (const [name, value] of attributes) declare(prefixes, name, value);
      for (const [name, value] of attributes) keep(name, value);
      if (!tag.endsWith('/')) {
        if (open.length === MAX_DEPTH) break;
        open.push({ name: fieldName(/^[\w.:-]{1,100}/.exec(tag)?.[0] ?? '', open.at(-1)?.name), start: end + 1 });
      }
    }
    at = text.indexOf('<', end);
  }
  return fields.size === 0 ? null : fields;
}

/** Values of lists (`rdf:Seq`, `rdf:li`) belong to the element around them. */
const fieldName = (name: string, around: string | undefined): string =>
  /^rdf:(?:Seq|Bag|Alt|li)$/.test(name) ? (around ?? name) : name;

function attributesOf(tag: string): readonly (readonly [name: string, value: string])[] {
  // Bounded repetitions: without them a tag of one long word would take the square of its length.
  const found = tag.matchAll(/([\w.-]{1,40}:[\w.-]{1,60})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)')/g);
  return [...found].map(([, name = '', double, single]) => [name, double ?? single ?? '']);
}

function declare(prefixes: Map<string, string>, name: string, address: string): void {
  if (!name.startsWith('xmlns:') || prefixes.size >= MAX_DEPTH) return;
  const trimmed = address.replace(/[/#]$/, '');
  const known = NAMESPACES.find(([ending]) => trimmed.endsWith(ending))?.[1];
  const prefix = known ?? (OF_DJI.test(address) ? 'drone-dji' : undefined);
  if (prefix !== undefined) prefixes.set(name.slice('xmlns:'.length), prefix);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
