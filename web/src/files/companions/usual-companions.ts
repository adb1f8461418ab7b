import { DEPENDENT_EXTENSIONS, NAMED_ENDINGS, needsOf } from '../../../../src/inspection/companions.ts';

/** What programs write beside a file of these extensions; `{name}` is its name, `{stem}` that without the extension. */
type Usual = { readonly extensions: readonly string[]; readonly companions: readonly string[] };

const RASTERS = [
  'tif',
  'tiff',
  'jpg',
  'jpeg',
  'png',
  'jp2',
  'webp',
  'img',
  'vrt',
  'asc',
  'ecw',
  'sid',
  'bil',
  'flt',
  'dem',
];
const STYLES = ['{stem}.qml', '{stem}.qmd', '{stem}.sld'];

/** The service understands files without these: its own rules (src/inspection/companions.ts) name what it reads them with. */
const USUAL: readonly Usual[] = [
  {
    extensions: RASTERS,
    companions: [
      '{stem}.wld',
      '{stem}.prj',
      '{name}.ovr',
      '{name}.aux.xml',
      '{stem}.aux.xml',
      '{name}.msk',
      '{name}.xml',
      '{stem}.ovr',
      '{stem}.aux',
      '{stem}.rrd',
      '{stem}.hdr',
      '{stem}.rpb',
      '{stem}.rpc',
      ...STYLES,
    ],
  },
  { extensions: ['tif', 'tiff'], companions: ['{stem}.tfw', '{stem}.tifw', '{stem}.tiffw'] },
  { extensions: ['jpg', 'jpeg'], companions: ['{stem}.jgw', '{stem}.jpgw', '{stem}.jpegw'] },
  { extensions: ['png'], companions: ['{stem}.pgw', '{stem}.pngw'] },
  { extensions: ['jp2'], companions: ['{stem}.j2w', '{stem}.jp2w'] },
  { extensions: ['webp'], companions: ['{stem}.wpw'] },
  {
    extensions: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'dng', 'heic', 'heif', 'arw', 'cr2', 'cr3', 'nef', 'raw'],
    companions: ['{stem}.xmp', '{name}.xmp'],
  },
  {
    extensions: ['mp4', 'mov', 'm4v', 'avi', 'mkv', 'webm', 'mpg', 'mpeg'],
    companions: ['{stem}.srt', '{stem}.vtt', '{stem}.lrf', '{stem}.thm', '{stem}.xmp'],
  },
  {
    extensions: ['shp'],
    companions: [
      '{stem}.sbn',
      '{stem}.sbx',
      '{stem}.qix',
      '{stem}.qpj',
      '{stem}.cst',
      '{name}.xml',
      '{stem}.ain',
      '{stem}.aih',
      ...STYLES,
    ],
  },
  { extensions: ['geojson', 'gpkg', 'fgb', 'kml', 'gml'], companions: STYLES },
  { extensions: ['las', 'laz'], companions: ['{stem}.lax', '{stem}.prj'] },
];

/** By the extension as it is written: thousands of files have the same. */
const known = new Map<string, ReadonlySet<string>>();
const NONE: ReadonlySet<string> = new Set();

/** What follows the stem of a file of this extension in the names of its companions; extensions in both cases. */
export function companionEndings(extension: string): ReadonlySet<string> {
  const old = known.get(extension);
  if (old !== undefined) return old;
  const own = `.${extension}`;
  const usual = USUAL.filter(({ extensions }) => extensions.includes(extension.toLowerCase())).flatMap(
    ({ companions }) => companions.flatMap((it) => written(it, own)),
  );
  // What has a name of its own, such as `georef.json`, belongs to no file alone.
  const needed = needsOf(`x${own}`).flatMap((name) => (name.startsWith('x.') ? [name.slice(1)] : []));
  // Extensions are as many as somebody likes; few of them have companions.
  if (usual.length + needed.length === 0) return NONE;
  const endings = new Set([...needed, ...usual]);
  known.set(extension, endings);
  return endings;
}

function written(companion: string, own: string): readonly string[] {
  const ending = companion.slice('{stem}'.length);
  const before = companion.startsWith('{name}') ? own : '';
  return [`${before}${ending}`, `${before}${ending.toUpperCase()}`];
}

/** The longest ending, `.tif.aux.xml`, has so many dots. */
export const MOST_DOTS = 3;

const EXTENSIONS = new Set(
  [
    ...NAMED_ENDINGS,
    ...[...DEPENDENT_EXTENSIONS, ...USUAL.flatMap(({ extensions }) => extensions)].flatMap((it) => [
      ...companionEndings(it),
    ]),
  ].map((ending) => ending.slice(ending.lastIndexOf('.') + 1).toLowerCase()),
);

/** Whether files of this extension may belong to another one by their names: most, such as photos, do not. */
export const isCompanionExtension = (extension: string): boolean => EXTENSIONS.has(extension.toLowerCase());
