import { outputAddress } from '../../api/addresses.ts';
import { errorFromAnswer } from '../../api/api-error.ts';
import { send } from '../../api/http.ts';
import { withRetries } from '../../api/with-retries.ts';
import type { SceneKind } from '../../scene/core/scene-layer.ts';
import { byteRanges } from '../../scene/loading/byte-ranges.ts';
import { readBuiltEntry } from '../built-entry.ts';
import { parseBounds } from './rad/bounds.ts';
import { radFile } from './rad/rad-file.ts';
import { loadSparkWasm } from './spark/spark-runtime.ts';
import { createSplatLayer } from './splat-layer.ts';
import { SplatStylePanel } from './splat-style-panel.tsx';

/** What the build makes of a file: src/kinds/splat. */
const [MODEL, BOUNDS] = ['gsplat/model.rad', 'gsplat/bounds.json'];

/** Gaussian splats in a scene, from the RAD file that the service builds of each. */
export const splatScene: SceneKind = {
  createLayer: (host) => {
    const addressOf = (file: string): string => outputAddress(host.datasetRef, host.entry.hash ?? '', file);
    return createSplatLayer(host, {
      file: radFile(byteRanges(addressOf(MODEL))),
      readBounds: (signal) =>
        withRetries(async () => {
          const answer = await send(addressOf(BOUNDS), { credentials: 'same-origin', signal });
          const text = await answer.text();
          if (!answer.ok) throw errorFromAnswer(answer.status, text);
          return parseBounds(text);
        }, signal),
      readEntry: (signal) => withRetries(() => readBuiltEntry(host.datasetRef, host.entry.path, signal), signal),
      readWasm: loadSparkWasm,
    });
  },
  hasEdges: false,
  StylePanel: SplatStylePanel,
};
