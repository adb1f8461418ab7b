// Where things lie. Everything the bootstrap writes is below `.toolchain` (ignored by git), `node_modules`,
// `wasm`, `web/dist` or `bundle`, but for the copy of GDAL's binding (gdal.mjs).
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const toolchain = join(root, '.toolchain');
/** The server and the client, bundled. */
export const bundle = join(root, 'bundle');
/** What runs every command of Alidade. */
export const main = join(bundle, 'main.js');
export const logs = join(toolchain, 'logs');
/** Where Node.js keeps compiled sources. */
export const compileCache = join(toolchain, 'compile-cache');
export const nodeModules = join(root, 'node_modules');
export const lockFile = join(toolchain, 'lock');
