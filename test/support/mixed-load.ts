import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { zipBytes } from './zip-bytes.ts';

/**
 * Writers of all kinds that remember what must hold. Each has a part of the service for itself and does one thing after
 * another, so that after a kill the facts are those it knows, or those that its last request, which nobody answered,
 * would have made: all of them.
 */
export interface Writer {
  readonly name: string;
  /** What was acknowledged. */
  facts: Facts;
  /** What the request under way makes of it; undefined: none is under way. */
  maybe: Facts | undefined;
  /** True where the service shows later what it acknowledged, as of tasks. */
  readonly isLate?: true;
  /** What requests that nobody answered may still make, where it comes late. */
  possible?: ReadonlySet<string>;
  /** Writes acknowledged so far. */
  acknowledged: number;
  /** One write. @throws `NoAnswer` when the service is gone before it answers */
  step(ask: Ask): Promise<void>;
  /** What the service shows. */
  read(ask: Ask): Promise<Facts>;
}

/** `file:` and a path to a hash, `meta:` and a key to its value, `dataset:` and a slug. */
export type Facts = ReadonlyMap<string, string>;

/** Asks the service. @throws `NoAnswer` */
export type Ask = (method: string, path: string, body?: FormData | object) => Promise<Response>;

export class NoAnswer extends Error {}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes of all that was hashed, by hash. */
export const sizes = new Map<string, number>();

export function hashOf(bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex');
  sizes.set(hash, bytes.length);
  return hash;
}

/** A write that makes other facts. @throws Error for a refusal: all that is asked for is possible */
export async function write(writer: Writer, next: Facts, request: () => Promise<Response>): Promise<void> {
  writer.maybe = next;
  const answer = await request();
  if (!answer.ok) throw new Error(`${writer.name}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  writer.facts = next;
  writer.maybe = undefined;
  writer.acknowledged += 1;
}

/**
 * Takes what the service shows after a kill: what was acknowledged, with all of the write that was cut off or nothing of it.
 *
 * @returns what is shown and was never written, or was acknowledged and is not shown
 */
export function adopt(writer: Writer, shown: Facts): readonly string[] {
  const { facts, maybe = facts, possible = [] } = writer;
  writer.maybe = undefined;
  if (writer.isLate) {
    // A task that was cut off while it was asked for may still come, or never.
    writer.possible = new Set([...possible, ...maybe.keys()]);
    return [...shown.keys()].filter((key) => !writer.possible!.has(key));
  }
  writer.facts = differences(maybe, shown).length === 0 ? maybe : facts;
  return differences(writer.facts, shown);
}

function differences(expected: Facts, shown: Facts): readonly string[] {
  const keys = new Set([...expected.keys(), ...shown.keys()]);
  return [...keys].filter((key) => expected.get(key) !== shown.get(key));
}

export const changed = (
  facts: Facts,
  changes: Iterable<readonly [string, string]>,
  gone: readonly string[] = [],
): Facts => new Map([...[...facts].filter(([key]) => !gone.includes(key)), ...changes]);

export function multipart(fields: Readonly<Record<string, string>>, file: Uint8Array): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)]), 'file.bin');
  return form;
}

const SMALL_BYTES = 2000;
/** Takes some milliseconds to arrive: kills meet it in its middle. */
const LARGE_BYTES = 3_000_000;
/** Files of one writer: then it removes some before it adds more. */
const MOST_FILES = 60;

/** Files of the archive that tasks unpack. */
const ARCHIVE: ReadonlyMap<string, Buffer> = new Map(
  ['a.txt', 'b.txt', 'c.txt'].map((name) => [name, Buffer.from(`${name} of the archive`)]),
);
/** Acknowledged tasks that are not done yet. */
const MOST_TASKS = 12;

/** Tasks that unpack an archive, each into a folder of its own: all of it is there, or nothing. */
export function taskWriter(slug: string): Writer {
  const at = `/orgs/admin/ds/${slug}`;
  let count = 0;
  const archive = zipBytes([...ARCHIVE].map(([name, content]) => ({ name, content })));
  hashOf(archive);
  // A task can end between a look at its files and a look at the counters.
  for (const bytes of ARCHIVE.values()) hashOf(bytes);
  const writer: Writer = {
    name: slug,
    facts: new Map(),
    maybe: undefined,
    acknowledged: 0,
    isLate: true,
    async step(ask) {
      if (writer.facts.size === 0) await ask('POST', `${at}/obj`, multipart({ path: 'in.zip' }, archive));
      if (writer.facts.size - (await writer.read(ask)).size >= MOST_TASKS) return sleep(100);
      const destPath = `t${(count += 1)}`;
      const wish = { toolId: 'archive-extract', params: { sourcePath: 'in.zip', destPath } };
      const next = changed(writer.facts, [[`task:${destPath}`, '']]);
      return write(writer, next, () => ask('POST', `${at}/tasks`, wish));
    },
    async read(ask) {
      const files = new Map([...(await readDataset(ask, at))].map(([key, hash]) => [key.slice('file:'.length), hash]));
      const folders = new Set(
        [...files.keys()].filter((path) => path.includes('/')).map((path) => path.split('/')[0]!),
      );
      for (const folder of folders)
        for (const [name, bytes] of ARCHIVE)
          if (files.get(`${folder}/${name}`) !== hashOf(bytes)) throw new Error(`${folder} is half there: no ${name}`);
      return new Map([...folders].map((folder) => [`task:${folder}`, '']));
    },
  };
  return writer;
}

/** Facts of a dataset, as its stamp and its metadata tell them. */
export async function readDataset(ask: Ask, at: string): Promise<Facts> {
  const { entries } = (await (await ask('GET', `${at}/stamp`)).json()) as {
    entries: Readonly<Record<string, string>>[];
  };
  const values = (await (await ask('POST', `${at}/meta/dump`, {})).json()) as { key: string; data: string }[];
  const files = entries.flatMap((entry) => Object.entries(entry)).filter(([, hash]) => hash !== '');
  return new Map([
    ...files.map(([path, hash]) => [`file:${path}`, hash] as const),
    // Some keys come with the dataset.
    ...values
      .filter(({ key }) => key.startsWith('k'))
      .map(({ key, data }) => [`meta:${key}`, String(JSON.parse(data))] as const),
  ]);
}

/** Uploads, renames, moves of folders, removals, metadata, in a dataset of its own. */
export function fileWriter(slug: string, number: () => number): Writer {
  const at = `/orgs/admin/ds/${slug}`;
  let count = 0;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(number() * items.length)]!;
  const paths = (): string[] =>
    [...writer.facts.keys()].filter((key) => key.startsWith('file:')).map((key) => key.slice(5));
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

  const upload = async (ask: Ask, path: string, size: number): Promise<void> => {
    const bytes = randomBytes(size);
    const next = changed(writer.facts, [[`file:${path}`, hashOf(bytes)]]);
    await write(writer, next, () => ask('POST', `${at}/obj`, multipart({ path }, bytes)));
  };
  const move = async (ask: Ask, source: string, dest: string): Promise<void> => {
    const moved = paths().filter((path) => path === source || path.startsWith(`${source}/`));
    const changes = moved.map(
      (path) => [`file:${dest}${path.slice(source.length)}`, writer.facts.get(`file:${path}`)!] as const,
    );
    const next = changed(
      writer.facts,
      changes,
      moved.map((path) => `file:${path}`),
    );
    await write(writer, next, () => ask('PUT', `${at}/obj`, { source, dest }));
  };
  const remove = async (ask: Ask, path: string): Promise<void> => {
    const gone = [...writer.facts.keys()].filter((key) => key === `file:${path}` || key.startsWith(`file:${path}/`));
    await write(writer, changed(writer.facts, [], gone), () => ask('DELETE', `${at}/obj?path=${path}`));
  };
  const note = async (ask: Ask, key: string): Promise<void> => {
    const data = `v${count}`;
    const next = changed(writer.facts, [[`meta:${key}`, data]]);
    await write(writer, next, () => ask('POST', `${at}/meta/set`, { key, data }));
  };

  const writer: Writer = {
    name: slug,
    facts: new Map(),
    maybe: undefined,
    acknowledged: 0,
    async step(ask) {
      count += 1;
      const there = paths();
      const [what, fresh] = [number(), `d${Math.floor(number() * 4)}/${count}.bin`];
      if (there.length > MOST_FILES) return remove(ask, folderOf(pick(there)));
      if (there.length < 3 || what < 0.4) return upload(ask, fresh, SMALL_BYTES);
      if (what < 0.5) return upload(ask, pick(there), SMALL_BYTES);
      if (what < 0.55) return upload(ask, fresh, LARGE_BYTES);
      if (what < 0.7) return move(ask, pick(there), fresh);
      if (what < 0.75) return move(ask, folderOf(pick(there)), `m${count}`);
      if (what < 0.88) return remove(ask, pick(there));
      return note(ask, `k${Math.floor(number() * 5)}`);
    },
    read: (ask) => readDataset(ask, at),
  };
  return writer;
}

/** Batches of files by share: all of a batch is there, or nothing. */
export function batchWriter(slug: string): Writer {
  const at = `/orgs/admin/ds/${slug}`;
  let count = 0;
  const writer: Writer = {
    name: slug,
    facts: new Map(),
    maybe: undefined,
    acknowledged: 0,
    async step(ask) {
      count += 1;
      // It takes back the batch that a kill cut off.
      const begun = await ask('POST', '/share/init', { tag: `admin/${slug}` });
      const { token } = (await begun.json()) as { token: string };
      const files = Array.from(
        { length: 4 },
        (_, index) => [`b${(count + index) % 12}.bin`, randomBytes(SMALL_BYTES)] as const,
      );
      for (const [path, bytes] of files) {
        const sent = await ask('POST', `/share/${token}/upload`, multipart({ path }, bytes));
        if (!sent.ok) throw new Error(`${slug}: ${sent.status} ${await sent.text()}`);
      }
      const next = changed(
        writer.facts,
        files.map(([path, bytes]) => [`file:${path}`, hashOf(bytes)] as const),
      );
      await write(writer, next, () => ask('POST', `/share/${token}/commit`));
    },
    read: (ask) => readDataset(ask, at),
  };
  return writer;
}

/** Datasets that come and go. */
export function datasetWriter(prefix: string): Writer {
  let count = 0;
  const writer: Writer = {
    name: prefix,
    facts: new Map(),
    maybe: undefined,
    acknowledged: 0,
    async step(ask) {
      const [oldest] = writer.facts.keys();
      if (writer.facts.size > 5)
        return write(writer, changed(writer.facts, [], [oldest!]), () =>
          ask('DELETE', `/orgs/admin/ds/${oldest!.slice(8)}`),
        );
      const slug = `${prefix}-${(count += 1)}`;
      const next = changed(writer.facts, [[`dataset:${slug}`, '']]);
      return write(writer, next, () => ask('POST', '/orgs/admin/ds', { slug }));
    },
    async read(ask) {
      const all = (await (await ask('GET', '/orgs/admin/ds')).json()) as { slug: string }[];
      return new Map(
        all.filter(({ slug }) => slug.startsWith(`${prefix}-`)).map(({ slug }) => [`dataset:${slug}`, '']),
      );
    },
  };
  return writer;
}
