import { outputAddress } from '../../api/addresses.ts';
import { withRetries } from '../../api/with-retries.ts';
import type { SceneKind } from '../../scene/core/scene-kind.ts';
import { byteRanges } from '../../scene/loading/byte-ranges.ts';
import { readBuiltEntry } from '../built-entry.ts';
import { outputFile } from '../kind-outputs.ts';
import { MeshStylePanel } from './mesh-style-panel.tsx';
import { createNexusLayer } from './nexus-layer.ts';
import { nexusFile } from './nexus/nexus-file.ts';

/** Models in a scene, from the Nexus file that the service builds of each. */
export const meshScene: SceneKind = {
  group: 'models',
  createLayer: (host) => {
    const address = outputAddress(host.datasetRef, host.entry.hash ?? '', outputFile('mesh', 'nxs'));
    return createNexusLayer(host, {
      file: nexusFile(byteRanges(address)),
      readEntry: (signal) => withRetries(() => readBuiltEntry(host.datasetRef, host.entry.path, signal), signal),
    });
  },
  hasEdges: false,
  StylePanel: MeshStylePanel,
};
