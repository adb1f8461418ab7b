import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Person } from './people.ts';
import { form } from './service.ts';

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Status and body of an answer; an empty one is an empty text. */
export async function answerOf(promise: Promise<Response>): Promise<readonly [status: number, body: unknown]> {
  const response = await promise;
  const text = await response.text();
  return [response.status, text === '' ? '' : JSON.parse(text)];
}

/** Begins a share. @returns its token */
export async function beginShare(who: Person, json: object): Promise<string> {
  const [status, body] = await answerOf(who.call('POST', '/share/init', json));
  expect([status, Object.keys(body as object)]).toEqual([200, ['token']]);
  return (body as { token: string }).token;
}

export const uploadInto = (who: Person, token: string, path: string, bytes: string | Uint8Array) =>
  answerOf(who.call('POST', `/share/${token}/upload`, undefined, { body: form({ path, file: Buffer.from(bytes) }) }));

export const endShare = (who: Person, token: string, how: 'commit' | 'rollback') =>
  answerOf(who.call('POST', `/share/${token}/${how}`));

export async function shareOf(
  who: Person,
  token: string,
): Promise<{
  readonly status: number;
  readonly tag: string | null;
  readonly entries: readonly { readonly path: string; readonly hash: string }[];
}> {
  const [status, body] = await answerOf(who.call('GET', `/share/${token}`));
  expect(status).toBe(200);
  return body as Awaited<ReturnType<typeof shareOf>>;
}

/** Bytes and entries that a dataset counts; asked by somebody who may read it. */
export async function countersOf(
  who: Pick<Person, 'call'>,
  dataset: string,
): Promise<readonly [size: number, entries: number]> {
  const [, body] = await answerOf(who.call('GET', `/orgs/${dataset.replace('/', '/ds/')}/ex`));
  const { size, properties } = body as { size: number; properties: { entries: number } };
  return [size, properties.entries];
}
