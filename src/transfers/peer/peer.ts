import Type from 'typebox';
import Value from 'typebox/value';
import {
  OutboundError,
  remoteFileOf,
  requireOk,
  resumeHeaders,
  wholeBody,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundRequest,
  type RemoteFile,
  type Resume,
} from '../outbound/index.ts';
import { plainText } from '../plain-text.ts';
import { LIST } from './entry-list.ts';
import { jsonItems, type JsonShape } from './json-items.ts';
import { stampItems, type StampItem } from './stamp-list.ts';
import { DUMP } from './value-list.ts';

/** A dataset of another instance, as its list tells it. */
export interface RemoteDataset {
  readonly slug: string;
  /** What people call it; `undefined` when the other service does not say. */
  readonly name: string | undefined;
  /** Bytes of all its files; 0 when not told. */
  readonly size: number;
  /** Entries it says to have; 0 when not told. */
  readonly entries: number;
}

/** Another instance of this service, or of one with the same interface, as its client sees it. */
export interface Peer {
  /** Datasets of an organization that the signed-in user may read. Items that are no dataset are left out. */
  datasets(organization: string, signal: AbortSignal): AsyncGenerator<RemoteDataset>;
  /** Items of the list of a folder (empty: the root), not yet checked. */
  folder(dataset: DatasetAddress, path: string, signal: AbortSignal): AsyncGenerator<unknown>;
  file(dataset: DatasetAddress, path: string, resume: Resume | undefined, signal: AbortSignal): Promise<RemoteFile>;
  /** Everything a dataset holds, and the ids of its metadata. */
  stamp(dataset: DatasetAddress, signal: AbortSignal): AsyncGenerator<StampItem>;
  /** Items of the dump of these values, not yet checked. */
  values(dataset: DatasetAddress, ids: readonly string[], signal: AbortSignal): AsyncGenerator<unknown>;
}

export interface DatasetAddress {
  readonly organization: string;
  readonly dataset: string;
}

const DatasetBody = Type.Object({
  slug: Type.String(),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  properties: Type.Optional(
    Type.Object({
      entries: Type.Optional(Type.Integer({ minimum: 0 })),
      meta: Type.Optional(Type.Object({ name: Type.Optional(Type.Object({ data: Type.Unknown() })) })),
    }),
  ),
});
const SessionBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 16_384 }) });

/** A listing of this many bytes, or a stamp of a tenth of it, holds some 500,000 entries, the most a dataset may have to be imported. */
const MAX_LIST_BYTES = 1024 * 1024 * 1024;
/** Answers to a sign-in. */
const MAX_SHORT_BYTES = 64 * 1024;
const JSON_WANTED = { accept: 'application/json' };
/** Names of datasets are cut to what ours may have. */
const MAX_NAME_LENGTH = 256;

/**
 * Signs in.
 *
 * @returns a bearer token. @throws OutboundError `unauthorized` when the name or the password is wrong
 */
export async function signIn(
  client: OutboundClient,
  base: URL,
  { userName, password }: { readonly userName: string; readonly password: string },
  signal: AbortSignal,
): Promise<string> {
  const answer = await client.send(new URL('/users/authenticate', base), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ username: userName, password }).toString(),
    signal,
  });
  await requireOk(answer);
  const session: unknown = parseJson(await wholeBody(answer.body(MAX_SHORT_BYTES)));
  if (!Value.Check(SessionBody, session)) {
    throw new OutboundError('lasting', `${answer.host} answered the sign-in without a token; is it such a service?`);
  }
  return session.token;
}

/** @throws OutboundError `unauthorized` for a token that is not good: on what is public it would just count for nothing */
export async function checkToken(
  client: OutboundClient,
  base: URL,
  bearer: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.send(new URL('/orgs', base), { authorization: `Bearer ${bearer}`, signal });
  if (answer.status === 401) await requireOk(answer);
  answer.drop();
}

/** @param bearer token; `undefined`: nobody is signed in, and what is public can be read */
export function createPeer(client: OutboundClient, base: URL, bearer: string | undefined): Peer {
  const authorization = bearer === undefined ? undefined : `Bearer ${bearer}`;
  const send = async (path: string, request: Omit<OutboundRequest, 'authorization'>) => {
    const answer = await client.send(new URL(path, base), { ...request, authorization });
    await requireOk(answer);
    return answer;
  };
  const values = async function* (answer: OutboundAnswer, shape: JsonShape): AsyncGenerator<unknown> {
    for await (const { value } of jsonItems(answer.body(MAX_LIST_BYTES), answer.host, shape)) yield value;
  };
  const list = async function* (path: string, signal: AbortSignal): AsyncGenerator<unknown> {
    yield* values(await send(path, { headers: JSON_WANTED, signal }), LIST);
  };
  const addressOf = ({ organization, dataset }: DatasetAddress): string =>
    `/orgs/${encodeURIComponent(organization)}/ds/${encodeURIComponent(dataset)}`;

  return {
    async *datasets(organization, signal) {
      for await (const item of list(`/orgs/${encodeURIComponent(organization)}/ds`, signal)) {
        if (!Value.Check(DatasetBody, item)) continue;
        const name = item.properties?.meta?.name?.data;
        yield {
          slug: item.slug,
          name: typeof name === 'string' && name !== '' ? plainText(name, MAX_NAME_LENGTH) : undefined,
          size: item.size ?? 0,
          entries: item.properties?.entries ?? 0,
        };
      }
    },

    folder(dataset, path, signal) {
      const query = path === '' ? '' : `?path=${encodeURIComponent(path)}`;
      return list(`${addressOf(dataset)}/list${query}`, signal);
    },

    async file(dataset, path, resume, signal) {
      const address = `${addressOf(dataset)}/download?path=${encodeURIComponent(path)}&inline=1`;
      return remoteFileOf(await send(address, { headers: resumeHeaders(resume), signal }));
    },

    async *stamp(dataset, signal) {
      const answer = await send(`${addressOf(dataset)}/stamp`, { headers: JSON_WANTED, signal });
      yield* stampItems(answer, MAX_LIST_BYTES);
    },

    async *values(dataset, ids, signal) {
      const answer = await send(`${addressOf(dataset)}/meta/dump`, {
        method: 'POST',
        headers: { ...JSON_WANTED, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ids: JSON.stringify(ids) }).toString(),
        signal,
      });
      yield* values(answer, DUMP);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not what was expected: the caller says so.
  }
}
