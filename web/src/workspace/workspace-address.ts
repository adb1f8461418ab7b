import { textOf } from '../query-text.ts';
import { type DrawerTab, parseDrawerTab } from './drawer/drawer-tabs.ts';
import { formatLayerStates, USUAL_STATE } from './map/layer-states.ts';

/** Views of a dataset. The scene has an address of its own (`/r/{org}/{ds}/scene`). */
export type WorkspaceView = 'map' | 'files';

/** State of the map that stands in the address of a dataset. */
export type MapAddress = {
  /** Layers that are not as usual (`map/layer-states.ts`). */
  layers?: string;
  /** Keys of layers, from the top of the map down; those that are missing follow in their usual order. */
  order?: string;
  /** Key of the selected layer. */
  sel?: string;
  /** Two layers that are compared (`map/compare/compare-text.ts`). */
  swipe?: string;
  /** What stands below the map; closed without it. */
  drawer?: DrawerTab;
  /** The folder that is chosen. */
  path?: string;
  /** The elevation model on which the map lies (`map/terrain/terrain-text.ts`). */
  terrain?: string;
  /** A place with a pin (`map/pin/asked-place.ts`). */
  at?: string;
};

export type WorkspaceAddress = MapAddress & { view?: WorkspaceView };

/** What is not understood is left out, so that an old or broken address still opens the dataset. */
export const workspaceAddress = (search: Readonly<Record<string, unknown>>): WorkspaceAddress => ({
  view: search['view'] === 'map' ? 'map' : search['view'] === 'files' ? 'files' : undefined,
  layers: textOf(search['layers']),
  order: textOf(search['order']),
  sel: textOf(search['sel']),
  swipe: textOf(search['swipe']),
  drawer: parseDrawerTab(search['drawer']),
  terrain: textOf(search['terrain']),
  at: textOf(search['at']),
});

type OldMapAddress = { readonly path?: string; readonly opacity?: string; readonly token?: string };

/** The address of the map for one of a raster's own page, which there was before. A link to a part of a dataset opens that part. */
export function mapAddressOf({
  path,
  opacity,
  token,
}: OldMapAddress): WorkspaceAddress & { path?: string; token?: string } {
  const percent = /^\d{1,2}$/.test(opacity ?? '') ? Number(opacity) : 100;
  const state = { isShown: true, opacity: percent, look: '' };
  return {
    view: 'map',
    sel: path,
    layers: path === undefined ? undefined : formatLayerStates(new Map([[path, state]]), () => USUAL_STATE),
    path: token === undefined ? undefined : path,
    token,
  };
}
