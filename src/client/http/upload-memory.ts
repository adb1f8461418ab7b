import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';

/** Longer than any server keeps an upload that nobody goes on with. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The id of an upload that was begun, kept until it is over, so that another process can go on with it. */
export interface RememberedUpload {
  read(): Promise<string | undefined>;
  write(id: string): Promise<void>;
  forget(): Promise<void>;
}

/** @param place what tells an upload from all others: server, dataset, path, hash */
export function rememberedUpload(stateFolder: string, place: readonly unknown[]): RememberedUpload {
  const folder = join(stateFolder, 'uploads');
  const key = createHash('sha256').update(JSON.stringify(place)).digest('hex');
  const file = join(folder, key);
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((cause: unknown) => {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
        throw cause;
      });
      return /^[0-9A-Za-z-]{1,64}$/.test(text) ? text : undefined;
    },
    async write(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeOld(folder);
      await replaceFile(file, id);
    },
    forget: () => rm(file, { force: true }),
  };
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const age = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > KEPT_MS) await rm(file, { force: true });
  }
}
