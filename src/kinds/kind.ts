import type { Output } from '../builds/index.ts';
import type { Cover } from '../datasets/index.ts';
import type { Program } from '../engine/index.ts';
import { EntryType, type FormatFamily } from '../inspection/index.ts';
import type { Drawer, TileDrawer } from '../thumbnails/index.ts';
import type { CloudPictures } from './pointcloud/index.ts';
import type { LookedTiles, RasterTiles } from './raster/index.ts';
import type { AnyTool } from '../tasks/index.ts';
import type { ToolServices } from './tool-services.ts';

/** What drawers of thumbnails and map tiles use beside the file. */
export interface DrawerServices {
  readonly tiles: RasterTiles;
  readonly lookedTiles: LookedTiles;
  readonly clouds: CloudPictures;
}

/**
 * A kind of data: everything that Alidade knows of it. The frameworks (inspection, builds, thumbnails, tasks) know no kind; the
 * composition root hands them what the kinds of `index.ts` declare here.
 */
export interface Kind {
  readonly name: string;
  /** Formats of its files. The order of all kinds decides which family inspects a file that several recognize. */
  readonly families: readonly FormatFamily[];
  /** What is built of its files, in the order of building. */
  readonly outputs: readonly Output[];
  /** Draws the thumbnails of its files; none: they have no thumbnail. */
  readonly drawer?: (services: DrawerServices) => Drawer;
  /** The program of the machine that the drawer runs: where it is not installed, there are no thumbnails of the kind. */
  readonly drawerProgram?: Program;
  /** Draws its files as map tiles; none: they have no place on a map, or vector tiles. */
  readonly tiles?: (services: DrawerServices) => TileDrawer;
  /** Files of it that may stand for their dataset: their thumbnails need no program. */
  readonly covers?: readonly Cover[];
  /** What the web application opens a file of these types with: the map, the 3D scene, or a tab of the browser. None: only its properties. */
  readonly viewer?: { readonly types: readonly EntryType[]; readonly opens: 'map' | 'scene' | 'tab' };
  /** Tools that work on its files. */
  readonly tools: (services: ToolServices) => readonly AnyTool[];
}

/** The kinds of one service, by what the frameworks take of them. */
export interface Kinds {
  readonly families: readonly FormatFamily[];
  readonly outputs: readonly Output[];
  readonly viewers: readonly (NonNullable<Kind['viewer']> & { readonly kind: string })[];
  /** Kinds with thumbnails, each with the program that draws them, if they need one. */
  readonly drawn: readonly { readonly kind: string; readonly program: Program | undefined }[];
  /** Files that may stand for their dataset, the best first. */
  readonly covers: readonly Cover[];
  drawers(services: DrawerServices): readonly Drawer[];
  tileDrawers(services: DrawerServices): readonly TileDrawer[];
  tools(services: ToolServices): readonly AnyTool[];
}

/** @throws Error with the name of a kind, an output, or a family that is declared twice */
export function kindsOf(all: readonly Kind[]): Kinds {
  const families = all.flatMap((kind) => kind.families);
  const outputs = all.flatMap((kind) => kind.outputs);
  requireUnique(
    'kind',
    all.map(({ name }) => name),
  );
  requireUnique(
    'format family',
    families.map(({ name }) => name),
  );
  requireOneOfType(outputs);
  return {
    families,
    outputs,
    viewers: all.flatMap(({ name, viewer }) => (viewer === undefined ? [] : [{ kind: name, ...viewer }])),
    drawn: all.flatMap(({ name, drawer, drawerProgram }) =>
      drawer === undefined ? [] : [{ kind: name, program: drawerProgram }],
    ),
    covers: lastOnesLast(all.flatMap(({ covers }) => covers ?? [])),
    drawers: (services) => all.flatMap(({ drawer }) => (drawer === undefined ? [] : [drawer(services)])),
    tileDrawers: (services) => all.flatMap(({ tiles }) => (tiles === undefined ? [] : [tiles(services)])),
    tools: (services) => all.flatMap(({ tools }) => tools(services)),
  };
}

const lastOnesLast = (covers: readonly Cover[]): readonly Cover[] => [
  ...covers.filter(({ isLast }) => isLast !== true),
  ...covers.filter(({ isLast }) => isLast === true),
];

function requireUnique(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The ${what} ${twice} is registered twice.`);
}

/** Outputs of one name are one to who asks for their files, so no file may have two of them. */
function requireOneOfType(outputs: readonly Output[]): void {
  for (const type of Object.values(EntryType))
    requireUnique(
      'output',
      outputs.flatMap((output) => (output.appliesTo(type) ? output.kind : [])),
    );
}
