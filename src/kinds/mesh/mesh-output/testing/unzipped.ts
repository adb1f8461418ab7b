import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Contents of the files of an archive, by their names. */
export async function unzipped(archive: Buffer): Promise<Readonly<Record<string, Buffer>>> {
  const zip = await fromBufferPromise(archive);
  const contents: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    contents[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return contents;
}
