/** Generated files and built data that `BENCH_FOLDER` keeps for later runs. */
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Makes a file or folder that is absent. Only what is whole gets its name: a later run takes it as it is. @returns its path */
export async function generate(
  folder: string,
  name: string,
  make: (folder: string) => Promise<string>,
): Promise<string> {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const own = await mkdtemp(join(folder, 'new-'));
  try {
    await rename(await make(own), path);
  } finally {
    await rm(own, { recursive: true });
  }
  return path;
}

/**
 * Fills a data folder, or copies it from a run of the same sources and sizes: what other code has built says nothing about this one.
 *
 * @param fill fills the data folder. @returns what it returned, as JSON has it
 */
export async function keptData<T>(folder: string, name: string, data: string, fill: () => Promise<T>): Promise<T> {
  const kept = await generate(folder, `data-${name}-${await versionOfData()}`, async (own) => {
    const whole = join(own, 'whole');
    const value = await fill();
    await copy(data, join(whole, 'data'));
    await writeFile(join(whole, 'value.json'), JSON.stringify(value));
    return whole;
  });
  if (!existsSync(data)) await copy(join(kept, 'data'), data);
  return JSON.parse(await readFile(join(kept, 'value.json'), 'utf8')) as T;
}

const copy = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

async function versionOfData(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.env['BENCH_SIDE'], process.env['BENCH_POLYGONS']]));
  const paths: string[] = ['package-lock.json'];
  for await (const entry of glob('src/**', { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile()) paths.push(relative(ROOT, join(entry.parentPath, entry.name)));
  }
  for (const path of paths.toSorted()) hash.update(path).update(await readFile(join(ROOT, path)));
  return hash.digest('hex').slice(0, 12);
}
