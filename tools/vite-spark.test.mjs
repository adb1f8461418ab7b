import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { splitSpark } from './vite-spark.mjs';

const bundle = readFileSync(new URL('../node_modules/@sparkjsdev/spark/dist/spark.module.js', import.meta.url), 'utf8');

test('the page gets a Spark without WebAssembly and blobs, workers get both files', () => {
  const { page, worker, wasm } = splitSpark(bundle);
  expect(page).not.toMatch(/WebAssembly\.compile\(|new Worker\(|createObjectURL|AGFzbQ|WASM_MODULE/);
  expect(page).toMatch(/^import \{ sparkWasm, startSparkWorker \} from ".*\/spark-runtime\.ts";$/m);
  expect(page).toContain('sparkWasm().then((module) => {');
  expect(page).toContain('return startSparkWorker();');
  // The text of the worker is whole: it is a program that waits for its WebAssembly.
  expect(() => new Script(worker)).not.toThrow();
  expect(worker).toContain('event.data.name === "init-wasm"');
  expect(worker).not.toContain('sourceMappingURL');
  expect(wasm.toString('latin1', 0, 4)).toBe('\0asm');
  expect(wasm.includes('traverse_lod_trees') && wasm.includes('sort32_splats')).toBe(true);
  expect(page.length + worker.length + wasm.length).toBeLessThan(0.82 * bundle.length);
});

test.each([
  ['the WebAssembly', 'const WASM = decode64', 'const WASM = decode65'],
  ['the start of WebAssembly on the page', 'const initialization = __wbg_init', 'const initialization = init'],
  ['the start of workers', 'const jsContent = ', 'const workerText = '],
  ['the hand-over of the WebAssembly', 'WASM_MODULE.then(', 'WASM_MODULE.finally('],
  ['the source map', '//# sourceMappingURL=spark', '// sourceMappingURL=spark'],
])('a bundle with another form of %s is refused', (what, from, to) => {
  expect(() => splitSpark(bundle.replace(from, to))).toThrow(
    `The bundle of @sparkjsdev/spark has 0 places for “${what}” instead of 1. tools/vite-spark.mjs is made for version 2.2.0`,
  );
});

test('a place that is there twice is refused', () => {
  expect(() => splitSpark(`${bundle}\nWASM_MODULE.then(() => 1);`)).toThrow('has 2 places for “the hand-over');
});
