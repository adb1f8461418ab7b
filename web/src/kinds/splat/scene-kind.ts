import { outputAddress } from '../../api/addresses.ts';
import { errorFromAnswer } from '../../api/api-error.ts';
import { send } from '../../api/http.ts';
import { withRetries } from '../../api/with-retries.ts';
import type { SceneKind } from '../../scene/core/scene-kind.ts';
import { byteRanges } from '../../scene/loading/byte-ranges.ts';
import { readBuiltEntry } from '../built-entry.ts';
import { outputFiles } from '../kind-outputs.ts';
import { parseBounds, parseOffset } from './rad/built-json.ts';
import { radFile } from './rad/rad-file.ts';
import { loadSparkWasm } from './spark/spark-runtime.ts';
import { createSplatLayer } from './splat-layer.ts';
import { SplatStylePanel } from './splat-style-panel.tsx';

/** Splats, the box around them, and their place on Earth: src/kinds/splat/build/artifacts.ts. */
const [MODEL = '', BOUNDS = '', GEOREF = ''] = outputFiles('splat', 'gsplat');

/** Gaussian splats in a scene, from the RAD file that the service builds of each. */
export const splatScene: SceneKind = {
  group: 'splats',
  createLayer: (host) => {
    const { datasetRef, entry } = host;
    const addressOf = (file: string): string => outputAddress(datasetRef, entry.hash ?? '', file);
    return createSplatLayer(host, {
      file: radFile(byteRanges(addressOf(MODEL))),
      readBounds: async (signal) => parseBounds(await textOf(addressOf(BOUNDS), signal)),
      readOffset: async (signal) => parseOffset(await textOf(addressOf(GEOREF), signal)),
      readEntry: (signal) => withRetries(() => readBuiltEntry(datasetRef, entry.path, signal), signal),
      readWasm: loadSparkWasm,
    });
  },
  hasEdges: false,
  StylePanel: SplatStylePanel,
};

const textOf = (address: string, signal: AbortSignal): Promise<string> =>
  withRetries(async () => {
    const answer = await send(address, { credentials: 'same-origin', signal });
    const text = await answer.text();
    if (!answer.ok) throw await errorFromAnswer(answer.status, text);
    return text;
  }, signal);
