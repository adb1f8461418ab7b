import { errorFromAnswer } from '../../../api/api-error.ts';
import { send } from '../../../api/http.ts';
import { withRetries } from '../../../api/with-retries.ts';
import { wasmUrl, workerUrl } from './spark-files.ts';

/**
 * What Spark's workers are made of. The build puts these functions into Spark (tools/vite-spark.mjs): pages compile no WebAssembly, so its
 * bytes go to the workers.
 */
export const startSparkWorker = (): Worker => new Worker(workerUrl);

let wasm: ArrayBuffer | null = null;

/** Reads the WebAssembly. Spark is used after that only. */
export async function loadSparkWasm(signal: AbortSignal): Promise<ArrayBuffer> {
  wasm ??= await withRetries(async () => {
    const answer = await send(wasmUrl, { credentials: 'same-origin', signal });
    if (!answer.ok) throw await errorFromAnswer(answer.status, await answer.text());
    return answer.arrayBuffer();
  }, signal);
  return wasm;
}

/** Spark asks for it with each worker that it starts. */
export const sparkWasm = (): Promise<ArrayBuffer> =>
  wasm === null
    ? Promise.reject(new Error('Spark was started before its WebAssembly was read.'))
    : Promise.resolve(wasm);
