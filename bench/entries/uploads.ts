import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Small files: half as text, half as bytes of no known kind. */
const FILES = 2000;
const BYTES = 4096;
/** Clients that upload at the same time, as browsers do. */
const CLIENTS = 8;

/** Uploads many small files beside a copy of the same files to the same disk, each flushed like an upload. */
export async function benchUploads(folder: string, url: string, token: string): Promise<void> {
  const source = join(folder, 'source');
  await mkdir(source);
  const names = Array.from({ length: FILES }, (_, index) => `file ${index}.${index % 2 ? 'txt' : 'bin'}`);
  const contents = names.map((_, index) =>
    index % 2 ? Buffer.from(`${index} text\n`.repeat(300)) : randomBytes(BYTES),
  );
  for (const [index, name] of names.entries()) await writeFile(join(source, name), contents[index]!);

  const copying = performance.now();
  await run('sh', [
    '-c',
    'mkdir "$1" && for f in "$0"/*; do cp "$f" "$1"/ && sync "$1/${f##*/}"; done',
    source,
    join(folder, 'copy'),
  ]);
  report('cp and sync, one after the other', copying);

  const uploading = performance.now();
  let next = 0;
  const client = async (): Promise<void> => {
    for (let index = next++; index < FILES; index = next++) {
      const body = new FormData();
      body.append('path', `small/${names[index]}`);
      body.append('file', new Blob([new Uint8Array(contents[index]!)]), 'blob');
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/orgs/admin/ds/bench/obj`, { method: 'POST', headers, body });
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  report(`upload by ${CLIENTS} clients`, uploading);
}

function report(what: string, begin: number): void {
  const seconds = (performance.now() - begin) / 1000;
  console.log(`  ${what.padEnd(36)} ${seconds.toFixed(2)} s  ${(FILES / seconds).toFixed(0)} files/s`);
}
