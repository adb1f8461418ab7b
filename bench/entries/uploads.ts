import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Small files: half as text, half as bytes of no known kind. */
const FILES = 2000;
const BYTES = 4096;
/** Requests under way at the same time, over connections that are kept. */
const CLIENTS = [8, 32];
/** Ticks of `/proc/<pid>/stat`: a hundred to the second on every Linux that Node.js runs on. */
const MS_PER_TICK = 10;

interface Form {
  readonly body: Uint8Array;
  readonly type: string;
}

/** Uploads many small files beside a copy of the same files to the same disk, each flushed like an upload. */
export async function benchUploads(folder: string, url: string, token: string, pid: number): Promise<void> {
  for (const clients of CLIENTS) await benchRound(join(folder, `by-${clients}`), url, token, pid, clients);
}

async function benchRound(folder: string, url: string, token: string, pid: number, clients: number): Promise<void> {
  const source = join(folder, 'source');
  await mkdir(source, { recursive: true });
  const names = Array.from({ length: FILES }, (_, index) => `file ${index}.${index % 2 ? 'txt' : 'bin'}`);
  const contents = names.map((_, index) =>
    index % 2 ? Buffer.from(`${clients} ${index} text\n`.repeat(300)) : randomBytes(BYTES),
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

  // The clients share the cores with the service: what they send is made before, and they parse nothing.
  const forms: Form[] = [];
  for (const [index, name] of names.entries()) forms.push(await formOf(`small-${clients}/${name}`, contents[index]!));
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const before = await processorTime(pid);
  const uploading = performance.now();
  let next = 0;
  const client = async (): Promise<void> => {
    for (let form = forms[next++]; form !== undefined; form = forms[next++])
      await upload(`${url}/orgs/admin/ds/bench/obj`, agent, token, form);
  };
  await Promise.all(Array.from({ length: clients }, client));
  report(`upload by ${clients} clients`, uploading);
  console.log(
    `  processor time of the service: ${(((await processorTime(pid)) - before) / FILES).toFixed(2)} ms a file`,
  );
  agent.destroy();
}

async function formOf(path: string, content: Uint8Array): Promise<Form> {
  const form = new FormData();
  form.append('path', path);
  form.append('file', new Blob([new Uint8Array(content)]), 'blob');
  const whole = new Response(form);
  return { type: whole.headers.get('content-type')!, body: await whole.bytes() };
}

function upload(address: string, agent: Agent, token: string, { body, type }: Form): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent, headers }, (answer) => {
      text(answer).then((said) => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`${answer.statusCode} ${said}`));
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Milliseconds that all threads of a process have used so far. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return (user! + system!) * MS_PER_TICK;
}

function report(what: string, begin: number): void {
  const seconds = (performance.now() - begin) / 1000;
  console.log(`  ${what.padEnd(36)} ${seconds.toFixed(2)} s  ${(FILES / seconds).toFixed(0)} files/s`);
}
