// Where things lie. Everything the bootstrap writes is below `.toolchain` (ignored by git), `node_modules` or `web/dist`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const toolchain = join(root, '.toolchain');
export const logs = join(toolchain, 'logs');
/** Where Node.js keeps compiled sources. */
export const compileCache = join(toolchain, 'compile-cache');
export const nodeModules = join(root, 'node_modules');
export const lockFile = join(toolchain, 'lock');
