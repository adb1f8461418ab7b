import { outputAddress } from '../../api/addresses.ts';
import type { SceneKind } from '../../scene/core/scene-kind.ts';
import { outputFile } from '../kind-outputs.ts';
import { byteRanges } from '../../scene/loading/byte-ranges.ts';
import { cloudFile } from './copc/cloud-file.ts';
import { createCopcLayer } from './copc-layer.ts';
import { PointStylePanel } from './point-style-panel.tsx';

/** Point clouds in a scene, from the COPC that the service builds of each. */
export const pointcloudScene: SceneKind = {
  group: 'point-clouds',
  createLayer: (host) => {
    const address = outputAddress(host.datasetRef, host.entry.hash ?? '', outputFile('pointcloud', 'copc'));
    return createCopcLayer(host, cloudFile(byteRanges(address)));
  },
  hasEdges: true,
  StylePanel: PointStylePanel,
};
