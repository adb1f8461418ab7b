import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { treeTime } from '../support/process-tree.ts';
import type { UploadTarget } from '../upload/small-pictures.ts';

export interface ArchiveRate {
  readonly megabytesPerSecond: number;
  /** Processor time of the service, or of the program. */
  readonly processorMs: number;
}

/** The archive of a whole dataset over HTTP, read and dropped. */
export async function archiveOverHttp({ url, pid, authorization, dataset }: UploadTarget): Promise<ArchiveRate> {
  const [began, used] = [performance.now(), await treeTime(pid)];
  const bytes = await new Promise<number>((resolve, reject) => {
    const sent = get(`${url}${dataset}/download`, { headers: { authorization } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`The archive was answered with ${answer.statusCode}`));
      let size = 0;
      answer.on('data', (piece: Buffer) => (size += piece.length));
      answer.on('end', () => resolve(size));
      answer.on('error', reject);
    });
    sent.on('error', reject);
  });
  return { ...rate(bytes, began), processorMs: (await treeTime(pid)) - used };
}

/** `zip -0` of files in a folder to its output, which is read and dropped in the same way. */
export async function zipToPipe(folder: string): Promise<ArchiveRate> {
  const began = performance.now();
  const program = spawn('sh', ['-c', 'zip -0 -q -r - .; times >&2'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [size, said] = [0, ''];
  program.stdout.on('data', (piece: Buffer) => (size += piece.length));
  program.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  await new Promise((resolve) => program.once('close', resolve));
  const times = [...(said.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const processorMs = times.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
  return { ...rate(size, began), processorMs };
}

function rate(bytes: number, began: number): { readonly megabytesPerSecond: number } {
  return { megabytesPerSecond: bytes / 1e6 / ((performance.now() - began) / 1000) };
}
