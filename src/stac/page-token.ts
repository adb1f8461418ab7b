import { fail } from '../errors/index.ts';

/** Where a page ends: the next one holds what comes behind it, whatever was added or removed meanwhile. */
export type PageEnd = readonly [string, string];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Two slugs, or an id and a path of 1024 bytes, in base64. */
const MAX_LENGTH = 4096;

export function writeToken(end: PageEnd): string {
  return Buffer.from(JSON.stringify(end)).toString('base64url');
}

/** The position behind two slugs, for lists of collections. @throws `invalid-input` */
export function readCollectionToken(token: string): PageEnd {
  return read(token);
}

/** The position behind an entry of a dataset. @throws `invalid-input` */
export function readItemToken(token: string): { readonly datasetId: string; readonly path: string } {
  const [datasetId, path] = read(token);
  if (!UUID.test(datasetId)) throw refusal();
  return { datasetId, path };
}

function read(token: string): PageEnd {
  let value: unknown;
  try {
    value = token.length > MAX_LENGTH ? undefined : JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    value = undefined;
  }
  const isPair = Array.isArray(value) && value.length === 2;
  const isOfTexts = isPair && (value as unknown[]).every((part) => typeof part === 'string' && isPlain(part));
  if (!isOfTexts) throw refusal();
  return value as unknown as PageEnd;
}

function isPlain(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function refusal(): Error {
  return fail(
    'invalid-input',
    'token is none of this service. Follow the `next` links of the answers, or begin without a token.',
  );
}
