import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { zip } from '../../../../test/support/zip.ts';
import { unpack } from './archive.child.ts';

it('a fault of the machine while an archive is unpacked is no word about the archive', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-archive-'));
  try {
    const path = join(folder, 'a.kmz');
    await writeFile(path, zip({ 'doc.kml': '<kml/>' }));
    const to = (file: string) => unpack(path, () => new Map([['doc.kml', file]]));
    await expect(to(join(folder, 'no-folder', 'doc.kml'))).rejects.toMatchObject({ code: 'ENOENT' });
    await to(join(folder, 'doc.kml'));
    await writeFile(path, 'PK and nothing else');
    await expect(to(join(folder, 'other.kml'))).rejects.toMatchObject({ name: 'OperationRefusal' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
