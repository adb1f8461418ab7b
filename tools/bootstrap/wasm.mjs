// Step: WebAssembly of point clouds and rasters, compiled from AssemblyScript when its sources or the compiler changed.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runJob } from './child.mjs';
import { fingerprint, readIfThere, replaceFolder, writeWhole } from './file-system.mjs';
import { nodeEnvironment } from './node.mjs';
import { nodeModules, root, toolchain } from './paths.mjs';

/** Folders with an assembly/index.ts; each becomes a file of its name. */
const folders = {
  laz: 'src/kinds/pointcloud/laz',
  octree: 'src/kinds/pointcloud/octree',
  records: 'src/kinds/pointcloud/records',
  jpeg: 'src/kinds/raster/block/jpeg',
  'jpeg-encoder': 'src/render/jpeg',
  png: 'src/render/png',
  sample: 'src/kinds/raster/maps/sample',
};
/** What several of them import. */
const shared = join(root, 'src/webassembly/assembly');
const modules = /** @type {(keyof typeof folders)[]} */ (Object.keys(folders));
const built = join(root, 'wasm');
const stamp = join(toolchain, 'wasm.stamp');

/** @param {keyof typeof folders} name */
const sourcesOf = (name) => join(root, folders[name], 'assembly');

/** @returns {string} */
function currentFingerprint() {
  return fingerprint(root, [...modules.map(sourcesOf), shared, join(root, 'package-lock.json')]);
}

/** @returns {boolean} */
export function isWasmBuilt() {
  if (!existsSync(sourcesOf('laz'))) return true; // No sources in this checkout.
  return (
    modules.every((name) => existsSync(join(built, `${name}.wasm`))) && readIfThere(stamp) === currentFingerprint()
  );
}

/**
 * @param {import('./node.mjs').Node} node
 * @param {import('./child.mjs').Runner} runner
 * @returns {Promise<string>} what was done
 */
export async function buildWasm(node, runner) {
  const aside = join(toolchain, 'wasm-new');
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  const state = currentFingerprint();
  const compiler = join(nodeModules, 'assemblyscript/bin/asc.js');
  for (const name of modules)
    await runJob(
      {
        name: `wasm-${name}`,
        command: node.path,
        args: [
          compiler,
          join(sourcesOf(name), 'index.ts'),
          `--outFile=${join(aside, `${name}.wasm`)}`,
          // No garbage collection: modules lay out their memory themselves.
          '--runtime=stub',
          '--use=abort=',
          '--noAssert',
          '--optimizeLevel=3',
          '--shrinkLevel=0',
          '--converge',
          '--enable=simd',
        ],
        env: nodeEnvironment(node),
      },
      runner,
    );
  replaceFolder(aside, built);
  writeWhole(stamp, state);
  return 'the WebAssembly of point clouds and rasters is compiled';
}
