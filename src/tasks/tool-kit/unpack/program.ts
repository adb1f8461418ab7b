/** Unpacks an archive of a user into a folder, file by file under names of ours (`serve.ts`: REQUEST and ANSWER). */
import { stat } from 'node:fs/promises';
import { createMembers } from './members.ts';
import { unpacked } from './packing.ts';
import type { UnpackAnswer, UnpackRequest } from './request.ts';
import { RoomOverrun, roomOf } from './room.ts';
import { unpackTar } from './tar.child.ts';
import type { Unpacking } from './unpacking.ts';
import { unpackZip } from './zip.child.ts';
import { serveProgram } from '../../../engine/for-children.ts';

await serveProgram<UnpackRequest>(async (request, voice): Promise<UnpackAnswer> => {
  const { path, holds, packing, folder, destination, maxBytes } = request;
  const members = createMembers(folder, destination, await roomOf(request));
  try {
    const leftOut = await unpack({ path, maxBytes, members, voice }, holds, packing);
    return { files: members.files, leftOut, kept: members.kept };
  } catch (cause) {
    if (cause instanceof RoomOverrun) return { overrun: cause.overrun };
    throw cause;
  }
});

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
  const name = members.admit(holds.name, 'file', 0);
  if (name !== null) await members.write(name, content);
  return 0;
}
