import { readFile } from 'node:fs/promises';
import { EMPTY_CONTENT, readStamp, stampOf, type Content } from '../../sync/index.ts';
import { ClientError } from '../client-error.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { DatasetRef } from '../http/addresses.ts';
import { fileOf, type Layout } from './layout.ts';

/** The dataset a copy is one of. */
export interface Tag {
  /** Address of the server. */
  readonly server: string;
  readonly dataset: DatasetRef;
}

type Json = Readonly<Record<string, unknown>>;

/** The dataset of a copy; undefined: it was never pushed. In the layout of existing clients the last of several servers. */
export async function readTag(layout: Layout): Promise<Tag | undefined> {
  if (layout.kind === 'alidade') {
    const { server, tag } = await readJson(fileOf(layout, 'tag'));
    return typeof server === 'string' && typeof tag === 'string' ? tagOf(server, tag) : undefined;
  }
  const tags = Object.entries(await readJson(fileOf(layout, 'tags')));
  return tags.map(([server, tag]) => (typeof tag === 'string' ? tagOf(server, tag) : undefined)).findLast(Boolean);
}

export async function writeTag(layout: Layout, { server, dataset }: Tag): Promise<void> {
  const tag = `${dataset.organization}/${dataset.dataset}`;
  if (layout.kind === 'alidade') return replaceFile(fileOf(layout, 'tag'), JSON.stringify({ server, tag }));
  const file = fileOf(layout, 'tags');
  const others = Object.entries(await readJson(file)).filter(([key]) => !isSameServer(key, server));
  await replaceFile(file, JSON.stringify(Object.fromEntries([...others, [registryOf(server), tag]])));
}

function tagOf(server: string, tag: string): Tag | undefined {
  const [organization, dataset, ...more] = tag.split('/');
  if (!organization || !dataset || more.length > 0) return undefined;
  // Existing clients write the name alone where it is reached over https.
  return { server: /^https?:/.test(server) ? server : `https://${server}`, dataset: { organization, dataset } };
}

/**
 * What the copy and the dataset had when they were last equal; nothing when they never were. Existing clients keep it for
 * each server, this one for each dataset.
 */
export async function readSynced(layout: Layout, { server, dataset }: Tag): Promise<Content> {
  const states = await readJson(fileOf(layout, 'sync'));
  const [, state] = Object.entries(states).find(([key]) => isSameServer(key, server)) ?? [];
  if (state === undefined) return EMPTY_CONTENT;
  const stamp = layout.kind === 'ddb' ? stampIn(state) : (state as Json)[`${dataset.organization}/${dataset.dataset}`];
  return stamp === undefined ? EMPTY_CONTENT : readStamp(stamp);
}

/** The same of the dataset of the copy; nothing when it has none. */
export async function readBase(layout: Layout): Promise<Content> {
  const tag = await readTag(layout);
  return tag === undefined ? EMPTY_CONTENT : readSynced(layout, tag);
}

export async function writeSynced(layout: Layout, { server, dataset }: Tag, content: Content): Promise<void> {
  const file = fileOf(layout, 'sync');
  const all = Object.entries(await readJson(file));
  const [, state] = all.find(([key]) => isSameServer(key, server)) ?? [];
  const stamp = stampOf(content);
  const next =
    layout.kind === 'ddb'
      ? withStamp(state, stamp)
      : { ...(state as Json), [`${dataset.organization}/${dataset.dataset}`]: stamp };
  const others = all.filter(([key]) => !isSameServer(key, server));
  await replaceFile(file, JSON.stringify(Object.fromEntries([...others, [registryOf(server), next]])));
}

/** A stamp, or the member of an object that is one. */
function stampIn(state: unknown): unknown {
  if (isStamp(state)) return state;
  return typeof state === 'object' && state !== null ? Object.values(state).find(isStamp) : undefined;
}

/** Keeps the form of who wrote it. */
function withStamp(state: unknown, stamp: unknown): unknown {
  if (typeof state !== 'object' || state === null || isStamp(state)) return stamp;
  const member = Object.keys(state).find((key) => isStamp((state as Json)[key]));
  return member === undefined ? stamp : { ...state, [member]: stamp };
}

function isStamp(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'checksum' in value && 'entries' in value;
}

/** Existing clients write no slash at the end. */
function registryOf(server: string): string {
  return server.replace(/\/+$/, '');
}

function isSameServer(left: string, right: string): boolean {
  const bare = (server: string): string =>
    registryOf(server)
      .replace(/^https:\/\//, '')
      .toLowerCase();
  return bare(left) === bare(right);
}

async function readJson(file: string): Promise<Json> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
    throw cause;
  });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Said below, as for what is JSON of another form.
  }
  throw new ClientError(
    `${file} is damaged. Remove it and run "alidade pull": what is equal on both sides stays as it is.`,
  );
}
