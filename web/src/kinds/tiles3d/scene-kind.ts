import { outputAddress } from '../../api/addresses.ts';
import type { SceneKind } from '../../scene/core/scene-kind.ts';
import { outputFile } from '../kind-outputs.ts';
import { tileAddresses } from './load/tile-address.ts';
import { TileStylePanel } from './tile-style-panel.tsx';
import { createTilesLayer } from './tiles-layer.ts';

/** Tilesets in a scene, file by file from what the service builds of each. */
export const tiles3dScene: SceneKind = {
  group: 'models',
  createLayer: (host) => {
    const { path, hash } = host.entry;
    const address = new URL(
      outputAddress(host.datasetRef, hash ?? '', outputFile('tiles3d', '3dtiles')),
      window.location.href,
    );
    // Tilesets of the same words are told apart by their paths.
    address.searchParams.set('path', path);
    return createTilesLayer(host, tileAddresses(address.href, window.location.href));
  },
  hasEdges: false,
  StylePanel: TileStylePanel,
};
