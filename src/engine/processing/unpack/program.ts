/** Unpacks an archive of a user into a folder, file by file under names of ours (`serve.ts`: REQUEST and ANSWER). */
import { Readable } from 'node:stream';
import { stat } from 'node:fs/promises';
import { serveProgram } from '../serve.ts';
import { createMembers } from './members.ts';
import { unpacked } from './packing.ts';
import type { UnpackAnswer, UnpackRequest } from './request.ts';
import { unpackTar } from './tar.ts';
import type { Unpacking } from './unpacking.ts';
import { unpackZip } from './zip.ts';

await serveProgram<UnpackRequest>(
  async ({ path, holds, packing, folder, destination, maxBytes }, voice): Promise<UnpackAnswer> => {
    const members = createMembers(folder, destination, maxBytes);
    const leftOut = await unpack({ path, maxBytes, members, voice }, holds, packing);
    return { files: members.files, leftOut };
  },
);

async function unpack(
  unpacking: Unpacking,
  holds: UnpackRequest['holds'],
  packing: UnpackRequest['packing'],
): Promise<number> {
  if (holds === 'zip') return unpackZip(unpacking);
  const { path, maxBytes, members, voice } = unpacking;
  const total = Math.max(1, (await stat(path)).size);
  let read = 0;
  const content = unpacked(path, packing, (bytes) => voice.progress((read += bytes) / total));
  if (holds === 'tar') return unpackTar(content, members, maxBytes);
  const name = members.admit(holds.name, 'file');
  if (name !== null) await members.write(name, Readable.from(content));
  return 0;
}
