import Type, { type Static } from 'typebox';
import { fail } from '../../errors/index.ts';
import type { LinkInput } from './service.ts';

const DAY_MS = 86_400_000;
export const MOST_DAYS = 3650;
/** Characters of a password of a link: guesses are counted, and it is read out on the telephone. */
const LEAST_PASSWORD = 6;
const MOST_FRAMES = 10;
const MOST_VIEW_BYTES = 2048;

export const endField = Type.Optional(
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When it ends, instead of `expiresInDays`; null: never',
  }),
);
export const downloadsField = Type.Optional(
  Type.Boolean({
    description: 'False: it shows the data, and refuses files as they were uploaded, archives and all their values',
  }),
);
export const framesField = Type.Optional(
  Type.Array(Type.String({ maxLength: 300 }), {
    maxItems: MOST_FRAMES,
    description: 'Origins of the sites that may embed the pages it opens: `https://www.example.org`',
  }),
);
export const passwordField = Type.String({
  minLength: LEAST_PASSWORD,
  maxLength: 256,
  description: 'Password that the page of the link asks for',
});
export const viewField = Type.Optional(
  Type.String({
    maxLength: MOST_VIEW_BYTES,
    description: 'Query and fragment of the dataset’s page that it opens: `?path=maps`',
  }),
);

export const linkFields = Type.Object({
  downloads: downloadsField,
  frames: framesField,
  password: Type.Optional(passwordField),
  view: viewField,
});

/** @throws `invalid-input` by the name of the field */
export function readLink({ downloads = true, frames = [], password, view = '' }: Static<typeof linkFields>): LinkInput {
  return { downloads, frames: readFrames(frames), password, view: readView(view) };
}

/** A scheme, a host and perhaps a port. Nothing of it can end the directive of the header that it is written to. */
const ORIGIN = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/;

/** @throws `invalid-input` for what is no origin of a site */
export function readFrames(frames: readonly string[]): string[] {
  const origins = frames.map((text) => {
    const url = URL.parse(text);
    const rest = url && url.username + url.password + url.pathname + url.search + url.hash;
    if (url === null || rest !== '/' || !ORIGIN.test(url.origin))
      throw fail(
        'invalid-input',
        'frames are origins of sites: a scheme and a host, such as https://www.example.org, without a path.',
      );
    return url.origin;
  });
  return [...new Set(origins)];
}

/** Parameters that a page reads its credential from. */
const CREDENTIAL = /^token$/i;

/** @throws `invalid-input` for what is no query and fragment, or holds a credential */
export function readView(view: string): string {
  const isRelative = view === '' || /^[?#]/.test(view);
  if (!isRelative || /\p{Cc}/u.test(view) || !view.isWellFormed())
    throw fail('invalid-input', 'view is the query and the fragment of an address: it begins with ? or #.');
  if (Buffer.byteLength(view) > MOST_VIEW_BYTES)
    throw fail('invalid-input', `view has at most ${MOST_VIEW_BYTES} bytes.`);
  const names = [...new URL(view, 'http://localhost').searchParams.keys()];
  if (names.some((name) => CREDENTIAL.test(name)))
    throw fail('invalid-input', 'view must not hold the token of a link.');
  return view;
}

/** The end of a token. @throws `invalid-input` for one that is over or too far away */
export function readEnd(expiresAt: string | null | undefined, expiresInDays: number | null | undefined): Date | null {
  if (expiresAt === null) return null;
  if (expiresAt === undefined) return expiresInDays ? new Date(Date.now() + expiresInDays * DAY_MS) : null;
  const end = new Date(expiresAt);
  const left = end.getTime() - Date.now();
  // A written-out NaN compares to nothing.
  if (!(left > 0)) throw fail('invalid-input', 'expiresAt must be later than now.');
  if (left > MOST_DAYS * DAY_MS) throw fail('invalid-input', `expiresAt is at most ${MOST_DAYS} days from now.`);
  return end;
}
