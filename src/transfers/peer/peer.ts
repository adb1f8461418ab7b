import Type from 'typebox';
import Value from 'typebox/value';
import {
  OutboundError,
  wholeBody,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundFault,
} from '../outbound/index.ts';
import { plainText } from '../plain-text.ts';
import { arrayItems } from './entry-list.ts';

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

/** Bytes of a file on their way. */
export interface RemoteFile {
  /** First byte: the one asked for, or 0 when the other service sends the whole file. */
  readonly from: number;
  /** A strong ETag, with which the rest can be asked for later; `undefined` when there is none. */
  readonly etag: string | undefined;
  /** @param maxBytes most that may come */
  bytes(maxBytes: number): AsyncIterable<Uint8Array>;
  /** Ends the answer when its bytes are not wanted. */
  drop(): void;
}

/** Where a file is asked for from on: what has come before was of the version with this ETag. */
export interface Resume {
  readonly from: number;
  readonly etag: string;
}

/** Another instance of this service, or of one with the same interface, as its client sees it. */
export interface Peer {
  /** Datasets of an organization that the signed-in user may read. Items that are no dataset are left out. */
  datasets(organization: string, signal: AbortSignal): AsyncGenerator<RemoteDataset>;
  /** Items of the list of a folder (empty: the root), not yet checked. */
  folder(dataset: DatasetAddress, path: string, signal: AbortSignal): AsyncGenerator<unknown>;
  file(dataset: DatasetAddress, path: string, resume: Resume | undefined, signal: AbortSignal): Promise<RemoteFile>;
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

/** A listing of this many bytes holds some 500,000 entries, the most a dataset may have to be imported. */
const MAX_LIST_BYTES = 1024 * 1024 * 1024;
/** Answers to a sign-in, and texts of errors. */
const MAX_SHORT_BYTES = 64 * 1024;
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
  const answer = await client.send(new URL('/orgs', base), { bearer, signal });
  if (answer.status === 401) await requireOk(answer);
  answer.drop();
}

/** @param bearer token; `undefined`: nobody is signed in, and what is public can be read */
export function createPeer(client: OutboundClient, base: URL, bearer: string | undefined): Peer {
  const get = async (path: string, signal: AbortSignal, headers: Record<string, string> = {}) => {
    const answer = await client.send(new URL(path, base), { headers, bearer, signal });
    await requireOk(answer);
    return answer;
  };
  const list = async function* (path: string, signal: AbortSignal): AsyncGenerator<unknown> {
    const answer = await get(path, signal, { accept: 'application/json' });
    yield* arrayItems(answer.body(MAX_LIST_BYTES), answer.host);
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
      const answer = await get(
        `${addressOf(dataset)}/download?path=${encodeURIComponent(path)}&inline=1`,
        signal,
        resume && { range: `bytes=${resume.from}-`, 'if-range': resume.etag },
      );
      const { etag } = answer.headers;
      return {
        from: firstByte(answer),
        etag: etag?.startsWith('"') ? etag : undefined,
        bytes: (maxBytes) => answer.body(maxBytes),
        drop: () => answer.drop(),
      };
    },
  };
}

/** @throws OutboundError when a part comes without saying which */
function firstByte(answer: OutboundAnswer): number {
  if (answer.status !== 206) return 0;
  const from = /^bytes (\d{1,15})-/.exec(answer.headers['content-range'] ?? '')?.[1];
  if (from !== undefined) return Number(from);
  answer.drop();
  throw new OutboundError('lasting', `${answer.host} sends a part of a file without saying which.`);
}

/** @throws OutboundError for every answer that is no success, with the other service's own words */
async function requireOk(answer: OutboundAnswer): Promise<void> {
  if (answer.status >= 200 && answer.status < 300) return;
  const text = await wholeBody(answer.body(MAX_SHORT_BYTES)).catch(() => '');
  const words = (parseJson(text) as { error?: unknown } | undefined)?.error;
  const reason = typeof words === 'string' && words !== '' ? `: ${plainText(words, 300)}` : '';
  const seconds = Number(answer.headers['retry-after']);
  throw new OutboundError(faultOf(answer.status), `${answer.host} answered ${answer.status}${reason}`, {
    retryAfterMs: seconds > 0 ? seconds * 1000 : undefined,
  });
}

function faultOf(status: number): OutboundFault {
  if (status === 401) return 'unauthorized';
  return status === 408 || status === 429 || status >= 500 ? 'passing' : 'lasting';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not what was expected: the caller says so.
  }
}
