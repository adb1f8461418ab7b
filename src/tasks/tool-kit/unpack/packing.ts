import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import {
  isOfMachine,
  OperationRefusal,
  locateProgram,
  debianProgram,
  type Program,
} from '../../../engine/for-children.ts';

const bsdtar = debianProgram('bsdtar', 'libarchive-tools');
const bzip2 = debianProgram('bzip2', 'bzip2');
const xz = debianProgram('xz', 'xz-utils');

/** What is around the bytes of a file or of a tar archive. `library` archives come as a tar archive of the same files. */
export type Packing = 'none' | 'gzip' | 'zstd' | 'bzip2' | 'xz' | 'library';

/**
 * The bytes in a file as they were before they were packed.
 *
 * @param onRead told how many bytes of the file were read
 * @throws OperationRefusal when it is damaged, or the program that knows this packing is not installed
 */
export async function* unpacked(
  path: string,
  packing: Packing,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (packing === 'library') {
    await requireLibraryArchive(path);
    return yield* printedBy(bsdtar, ['-cf', '-', '--format=pax', `@${path}`], null);
  }
  const packed = Readable.from(counted(path, onRead), { objectMode: false });
  if (packing === 'none') return yield* packed as AsyncIterable<Buffer>;
  if (packing === 'bzip2') return yield* printedBy(bzip2, ['-dc'], packed);
  if (packing === 'xz') return yield* printedBy(xz, ['-dc', `--memlimit-decompress=${MAX_XZ_BYTES}`], packed);
  const inflate = packing === 'gzip' ? createGunzip() : createZstdDecompress();
  packed.on('error', (error) => inflate.destroy(error));
  try {
    yield* packed.pipe(inflate) as AsyncIterable<Buffer>;
  } catch (error) {
    throw isOfMachine(error) ? error : damaged();
  } finally {
    packed.destroy();
  }
}

/** How 7z and RAR archives begin. */
const LIBRARY_ARCHIVES = [Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), Buffer.from('Rar!\x1a\x07', 'latin1')];

/**
 * bsdtar tells by the bytes what it is given, and some of what it knows (mtree) names files of the machine whose bytes it then takes:
 * it is given nothing but what it is wanted for. @throws OperationRefusal
 */
async function requireLibraryArchive(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const start = buffer.subarray(0, bytesRead);
    if (LIBRARY_ARCHIVES.some((begin) => start.subarray(0, begin.length).equals(begin))) return;
  } finally {
    await file.close();
  }
  throw new OperationRefusal('The file is no 7z and no RAR archive, whatever its name says.');
}

async function* counted(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** Memory that `xz -9` asks for is 65 MB; what asks for gigabytes was made to do that. */
const MAX_XZ_BYTES = 512 * 2 ** 20;

/** What a program of the system prints. It belongs to this program's tree, which the service watches and ends. */
async function* printedBy(program: Program, args: readonly string[], input: Readable | null): AsyncGenerator<Buffer> {
  const launch = await locateProgram(program, process.env['PATH'] ?? '');
  if (launch === null)
    throw new OperationRefusal(
      `Archives of this kind are read with ${program.name}, which this installation does not have; an administrator may install ${program.package}.`,
    );
  const child = spawn(launch.file, [...launch.leading, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  closed.catch(() => undefined); // heard below, or the caller had enough
  child.stdin.on('error', () => undefined); // it has ended, and says why by its exit code
  if (input === null) child.stdin.end();
  else input.pipe(child.stdin);
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const [code] = (await closed) as [number | null];
    if (code !== 0) throw damaged();
  } finally {
    input?.destroy();
    child.kill('SIGKILL');
  }
}

const damaged = (): OperationRefusal => new OperationRefusal('The archive is damaged, cut off, or encrypted.');
