// Splits the bundle of @sparkjsdev/spark for the content security policy of the pages. As published, Spark compiles its WebAssembly on
// the page and starts its workers from blobs; pages may do neither. Here the text of the worker and the WebAssembly become files of
// their own, and only workers compile it. As a file, the WebAssembly takes a quarter less than as base64 text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

const VERSION = '2.2.0';
const BUNDLE = fileURLToPath(new URL('../node_modules/@sparkjsdev/spark/dist/spark.module.js', import.meta.url));
/** The part of the application that gives Spark its workers and their WebAssembly. */
const RUNTIME = fileURLToPath(new URL('../web/src/kinds/splat/spark/spark-runtime.ts', import.meta.url));
/** Gives the runtime the addresses of the two files, which are filled in here. */
const FILES = fileURLToPath(new URL('../web/src/kinds/splat/spark/spark-files.ts', import.meta.url));
/** Names by which the service lets workers compile WebAssembly: src/http/web-files.ts. */
const [WORKER, WASM] = ['spark-worker.js', 'spark.wasm'];

/**
 * @param {string} text
 * @param {RegExp} pattern with the flag g
 * @param {string} what
 * @param {(...groups: string[]) => string} replace
 * @returns {string}
 */
function replaceOnce(text, pattern, what, replace) {
  const found = [...text.matchAll(pattern)];
  const [match] = found;
  if (match === undefined || found.length > 1)
    throw new Error(
      `The bundle of @sparkjsdev/spark has ${found.length} places for “${what}” instead of 1. ` +
        `tools/vite-spark.mjs is made for version ${VERSION}: install that one, or adapt the file to the new one.`,
    );
  return text.slice(0, match.index) + replace(...match) + text.slice(match.index + match[0].length);
}

const STRING = String.raw`'(?:[^'\\\n]|\\.)*'`;

/**
 * @param {string} bundle as published
 * @returns {{ page: string, worker: string, wasm: Buffer }} what the page loads, and the two files of its workers
 */
export function splitSpark(bundle) {
  let worker = '';
  let wasm = Buffer.alloc(0);
  let page = replaceOnce(
    bundle,
    /^const WASM = decode64\("([A-Za-z0-9+/=]+)"\)\.buffer;\nconst WASM_MODULE = WebAssembly\.compile\(WASM\);$/gm,
    'the WebAssembly',
    (_, base64 = '') => {
      wasm = Buffer.from(base64, 'base64');
      return `import { sparkWasm, startSparkWorker } from ${JSON.stringify(RUNTIME)};`;
    },
  );
  page = replaceOnce(
    page,
    /^const initialization = __wbg_init\(\{ module_or_path: WASM_MODULE \}\)\.then\(\n.*\n.*\n {2}\}\n\);$/gm,
    'the start of WebAssembly on the page',
    () => 'const initialization = Promise.resolve();',
  );
  page = replaceOnce(
    page,
    new RegExp(
      String.raw`^const jsContent = (${STRING});\nconst blob = .*\nfunction WorkerWrapper\([\s\S]*?\n\}$`,
      'gm',
    ),
    'the start of workers',
    (_, text = '') => {
      worker = String(runInNewContext(text));
      return 'const WorkerWrapper = function () { return startSparkWorker(); };';
    },
  );
  page = replaceOnce(page, /WASM_MODULE\.then\(/g, 'the hand-over of the WebAssembly', () => 'sparkWasm().then(');
  page = replaceOnce(page, /^\/\/# sourceMappingURL=.*$/gm, 'the source map', () => '');
  worker = replaceOnce(worker, /^\/\/# sourceMappingURL=.*$/gm, 'the source map of the worker', () => '');
  return { page, worker, wasm };
}

/** @returns {import('vite').Plugin} */
export function sparkPlugin() {
  let isBuild = true;
  /** @type {ReturnType<typeof splitSpark> | undefined} */
  let split;
  const parts = () => (split ??= splitSpark(readFileSync(BUNDLE, 'utf8')));
  return {
    name: 'spark',
    // The development server would bundle it before this plugin sees it.
    config: () => ({ optimizeDeps: { exclude: ['@sparkjsdev/spark'] } }),
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    load(id) {
      if (id.split('?')[0] === BUNDLE) return { code: parts().page, map: null };
      if (id.split('?')[0] !== FILES) return undefined;
      /** @type {(name: string, source: string | Buffer) => string} */
      const address = (name, source) =>
        isBuild
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`
          : JSON.stringify(`/@spark/${name}`);
      const { worker, wasm } = parts();
      return `export const workerUrl = ${address(WORKER, worker)};\nexport const wasmUrl = ${address(WASM, wasm)};`;
    },
    configureServer({ middlewares }) {
      middlewares.use(`/@spark/${WORKER}`, (_, answer) => {
        answer.setHeader('content-type', 'text/javascript').end(parts().worker);
      });
      middlewares.use(`/@spark/${WASM}`, (_, answer) => {
        answer.setHeader('content-type', 'application/wasm').end(parts().wasm);
      });
    },
  };
}
