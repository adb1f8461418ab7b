/** Files that are understood together with others: what they are named like, and where their companions lie. */
interface CompanionRule {
  /** Extensions of the files that need others, lower case. */
  readonly extensions: readonly string[];
  /**
   * Paths relative to the folder of such a file; `{stem}` is its name without the extension. Extensions behind `{stem}` are
   * found in lower and in upper case, as programs of other systems write them, and behind the name of the file as it is; names
   * are compared byte for byte.
   */
  readonly companions: readonly string[];
  /** Pictures, of which a dataset may hold hundred thousands: found by names, their own or a companion's, and not walked over. */
  readonly byName?: true;
}

const PLACE = ['{stem}.wld', '{stem}.prj'];

/** A family that inspects its files with neighbours has a row here, so that they are inspected again when one changes. */
const RULES: readonly CompanionRule[] = [
  { extensions: ['shp'], companions: ['{stem}.shx', '{stem}.dbf', '{stem}.prj', '{stem}.cpg'] },
  {
    extensions: ['obj', 'gltf', 'glb', 'ply', 'spz', 'splat', 'ksplat', 'sog'],
    companions: [
      '{stem}.geo.json',
      'georef.json',
      'reference_lla.json',
      'opensfm/reference_lla.json',
      '../reference_lla.json',
      '../opensfm/reference_lla.json',
      // Written by OpenDroneMap: the CRS of a model, and where its zero lies in that.
      'coords.txt',
      '../odm_georeferencing/coords.txt',
      '{stem}.prj',
    ],
  },
  // What a mesh is drawn with has whatever name, and these are the usual ones. Behind the rule above, which says where a
  // mesh lies.
  { extensions: ['obj'], companions: ['{stem}.mtl', '{stem}.obj.mtl'] },
  { extensions: ['gltf'], companions: ['{stem}.bin'] },
  // What may be a tile of 3D Tiles, and so a part of the tileset above it.
  { extensions: ['gltf', 'glb'], companions: ['tileset.json', '../tileset.json'] },
  // Where a picture or grid lies; the first of these is the usual name of a world file.
  { extensions: ['png'], companions: ['{stem}.pgw', '{stem}.pngw', ...PLACE, '{stem}.png.aux.xml'], byName: true },
  { extensions: ['jpg'], companions: ['{stem}.jgw', '{stem}.jpgw', ...PLACE, '{stem}.jpg.aux.xml'], byName: true },
  { extensions: ['jpeg'], companions: ['{stem}.jgw', '{stem}.jpegw', ...PLACE, '{stem}.jpeg.aux.xml'], byName: true },
  { extensions: ['jp2'], companions: ['{stem}.j2w', ...PLACE, '{stem}.jp2.aux.xml'], byName: true },
  { extensions: ['asc'], companions: ['{stem}.prj', '{stem}.asc.aux.xml'], byName: true },
  // Masks: which pixels hold data.
  { extensions: ['tif'], companions: ['{stem}.tif.msk'], byName: true },
  { extensions: ['tiff'], companions: ['{stem}.tiff.msk'], byName: true },
  // Pixels beyond 2 GB, and overviews.
  { extensions: ['img'], companions: ['{stem}.ige', '{stem}.rrd'], byName: true },
];

/** Extensions, in lower case, of files whose facts depend on others, but for those that are found by name alone. */
export const DEPENDENT_EXTENSIONS: readonly string[] = [
  ...new Set(RULES.flatMap(({ extensions, byName }) => (byName ? [] : extensions))),
];

const NAMED = RULES.filter(({ byName }) => byName);

/** Whether a file of this name belongs to those that are found by name alone. */
export const isFoundByName = (name: string): boolean =>
  NAMED.some(({ extensions }) => extensions.includes(splitName(name)[1]));

/** What follows the name without its extension in the companions of such files. */
export const NAMED_ENDINGS: readonly string[] = [
  ...new Set(namesOf('', [...new Set(NAMED.flatMap(({ companions }) => companions))])),
];

/** Files that may depend on one that changed; which of them exist is to be looked up. */
export interface Dependants {
  /** Folder of the dataset, empty for its root. */
  readonly folder: string;
  /** Whether they lie in the folder itself or directly in one of its sub-folders. */
  readonly where: 'in' | 'below';
  /** Only files of this name without the extension; null for all. */
  readonly stem: string | null;
  /** Extensions of their names, lower case. */
  readonly extensions: readonly string[];
  /** They are found by their names alone: no index tells them. */
  readonly byName?: true;
}

/** What may have to be inspected again when the file or folder at this path of a dataset comes, changes or goes. */
export function dependantsOf(path: string): readonly Dependants[] {
  return RULES.flatMap(({ extensions, companions, byName }) =>
    companions
      .flatMap((companion) => matchCompanion(path, companion, extensions))
      .map((dependants) => (byName ? { ...dependants, byName } : dependants)),
  );
}

/** Names by which a file of this name asks for its companions, relative to its folder; in both cases, see CompanionRule. */
export function companionsOf(name: string): readonly string[] {
  const [stem, extension] = splitName(name);
  const rule = RULES.find(({ extensions }) => extensions.includes(extension));
  return namesOf(stem, rule?.companions ?? [], writtenExtension(name));
}

/** All names of files whose change a file of this name is inspected again for; the reverse of `dependantsOf`. */
export function needsOf(name: string): readonly string[] {
  const [stem, extension] = splitName(name);
  return RULES.filter(({ extensions }) => extensions.includes(extension)).flatMap(({ companions }) =>
    namesOf(stem, companions, writtenExtension(name)),
  );
}

const writtenExtension = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function splitName(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot + 1).toLowerCase()] : [name, ''];
}

/** @param extension of the file, in the letters of its name */
function namesOf(stem: string, companions: readonly string[], extension = ''): string[] {
  const own = `.${extension.toLowerCase()}.`;
  return companions.flatMap((companion) => {
    if (!companion.startsWith('{stem}')) return [companion];
    const ending = companion.slice('{stem}'.length);
    const behindName = ending.startsWith(own) ? [`.${extension}.${ending.slice(own.length)}`] : [];
    return [...new Set([ending, ending.toUpperCase(), ...behindName])].map((one) => `${stem}${one}`);
  });
}

function matchCompanion(path: string, companion: string, extensions: readonly string[]): Dependants[] {
  const cut = path.lastIndexOf('/') + 1;
  const [folder, name] = [path.slice(0, Math.max(0, cut - 1)), path.slice(cut)];
  if (companion.startsWith('{stem}')) {
    const ending = companion.slice('{stem}'.length);
    if (!name.toLowerCase().endsWith(ending) || name.length === ending.length) return [];
    return [{ folder, where: 'in', stem: name.slice(0, -ending.length), extensions }];
  }
  const where = companion.startsWith('../') ? 'below' : 'in';
  const wanted = (where === 'below' ? companion.slice('../'.length) : companion).split('/');
  // A folder that comes or goes brings or takes the companion that lies in it.
  return wanted.flatMap((_, index): Dependants[] => {
    const part = wanted.slice(0, index + 1).join('/');
    if (path !== part && !path.endsWith(`/${part}`)) return [];
    return [{ folder: path.slice(0, Math.max(0, path.length - part.length - 1)), where, stem: null, extensions }];
  });
}
