import { i18n } from '../languages/i18n.ts';

/** A puzzle that the service asks to solve before it takes a password. */
export type Challenge = { readonly token: string; readonly rounds: number; readonly zeroBits: number };

/** A call that did not succeed. `status` is the HTTP status, or 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  /** The service says that the same call will fail again (no right, no space). */
  readonly noRetry: boolean;
  /** Which value of what was sent is refused, as a JSON pointer: `/params/path`. */
  readonly pointer: string | undefined;
  readonly challenge: Challenge | undefined;
  /** Which of several cases it is, such as `password-needed` of a share link. */
  readonly reason: string | undefined;

  constructor(
    status: number,
    message: string,
    noRetry = false,
    pointer?: string,
    challenge?: Challenge,
    reason?: string,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.noRetry = noRetry;
    this.pointer = pointer;
    this.challenge = challenge;
    this.reason = reason;
  }
}

export const UNREACHABLE = i18n.t(
  'The service did not answer. Check your connection and that it is running, then try again.',
);

const WITHOUT_TEXT: Readonly<Record<number, string>> = {
  401: i18n.t('You are not signed in, or your session has ended. Sign in again.'),
  403: i18n.t('Your account may not do this. Ask the owner for the right.'),
  404: i18n.t('This does not exist, or it was deleted.'),
  413: i18n.t('The file is larger than the service accepts.'),
  429: i18n.t('Too many requests. Wait a moment, then try again.'),
  507: i18n.t('There is no space left on the service. Delete files or ask the administrator for more.'),
};

/** The bare words a service sends for a status; the pages have a better sentence for them. */
const BARE_WORDS = new Set(['unauthorized', 'forbidden', 'not found', 'invalid']);

/** Texts that other clients of the service match literally, and what they say to a person. */
const FOR_PEOPLE: readonly (readonly [RegExp, string])[] = [
  [/PasswordMismatch/, i18n.t('The current password is not right. Type it again.')],
];

/** Turns an answer's status and body text into an error a person can act on. */
export function errorFromAnswer(status: number, body: string): ApiError {
  const { error, noRetry, pointer, challenge, reason } = parseErrorBody(body);
  const known = WITHOUT_TEXT[status];
  const translated = FOR_PEOPLE.find(([raw]) => raw.test(error ?? ''))?.[1];
  if (translated !== undefined) return new ApiError(status, translated, noRetry);
  const useful = error !== undefined && !BARE_WORDS.has(error.trim().toLowerCase());
  const text = useful
    ? withoutField(error)
    : (known ?? i18n.t('The service could not do this (status {status}). Try again in a moment.', { status }));
  return new ApiError(status, text, noRetry, pointer, challenge, reason);
}

/** "userName: It is taken." names the field for programs; people see it in the sentence or beside the field. */
function withoutField(text: string): string {
  const rest = text.replace(/^[a-z]+[A-Z]\w*: /, '');
  return rest === text ? text : rest.charAt(0).toUpperCase() + rest.slice(1);
}

type ErrorBody = {
  readonly error?: string;
  readonly noRetry: boolean;
  readonly pointer?: string | undefined;
  readonly challenge?: Challenge | undefined;
  readonly reason?: string | undefined;
};

function parseErrorBody(body: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return { noRetry: false };
    const noRetry = 'noRetry' in value && value.noRetry === true;
    const pointer = 'pointer' in value && typeof value.pointer === 'string' ? value.pointer : undefined;
    const reason = 'reason' in value && typeof value.reason === 'string' ? value.reason : undefined;
    const challenge = 'challenge' in value && isChallenge(value.challenge) ? value.challenge : undefined;
    return 'error' in value && typeof value.error === 'string' && value.error !== ''
      ? { error: value.error, noRetry, pointer, challenge, reason }
      : { noRetry, pointer, reason };
  } catch {
    // A proxy's HTML page instead of the service's JSON: its text helps nobody.
    return { noRetry: false };
  }
}

const isChallenge = (value: unknown): value is Challenge =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  typeof value.token === 'string' &&
  'rounds' in value &&
  typeof value.rounds === 'number' &&
  'zeroBits' in value &&
  typeof value.zeroBits === 'number';

/** What to show for any thrown value. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return i18n.t('Something unexpected went wrong on this page. Load it again.');
}
