import { i18n } from '../languages/i18n.ts';
import { inLanguage } from './in-language.ts';

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

/** No answer, and what proxies and a service that starts say: nothing that the caller could be blamed for. */
const PASSING = new Set([0, 502, 503, 504]);

/** Whether a status tells only of the way to the service. */
export const isPassing = (status: number): boolean => PASSING.has(status);

const WITHOUT_TEXT: Readonly<Record<number, string>> = {
  401: i18n.t('You are not signed in, or your session has ended. Sign in again.'),
  403: i18n.t('Your account may not do this. Ask the owner for the right.'),
  404: i18n.t('This does not exist, or it was deleted.'),
  413: i18n.t('The file is larger than the service accepts.'),
  429: i18n.t('Too many requests. Wait a moment, then try again.'),
  507: i18n.t('There is no space left on the service. Delete files or ask the administrator for more.'),
};

/** The bare words a service sends for a status; the pages have a better sentence for them. */
const BARE_WORDS = /^\s*(?:unauthorized|forbidden|not found|invalid)\s*$/i;

/** Texts that other clients of the service match literally, and what they say to a person. */
const FOR_PEOPLE: readonly (readonly [RegExp, string])[] = [
  [/PasswordMismatch/, i18n.t('The current password is not right. Type it again.')],
];

/** Turns an answer's status and body text into an error a person can act on. */
export async function errorFromAnswer(status: number, body: string): Promise<ApiError> {
  const { error, noRetry, pointer, challenge, reason } = parseErrorBody(body);
  const known = WITHOUT_TEXT[status];
  const translated = FOR_PEOPLE.find(([raw]) => raw.test(error ?? ''))?.[1];
  if (translated !== undefined) return new ApiError(status, translated, noRetry);
  const text =
    error !== undefined && !BARE_WORDS.test(error)
      ? (await inLanguage('problem', { error: withoutField(error) })).error
      : (known ?? i18n.t('The service could not do this (status {status}). Try again in a moment.', { status }));
  return new ApiError(status, text, noRetry, pointer, challenge, reason);
}

/** "userName: It is taken." names the field for programs; people see it in the sentence or beside the field. */
function withoutField(text: string): string {
  const rest = text.replace(/^[a-z]+[A-Z]\w*: /, '');
  return rest === text ? text : rest.charAt(0).toUpperCase() + rest.slice(1);
}

type ErrorBody = {
  readonly error?: string | undefined;
  readonly noRetry: boolean;
  readonly pointer?: string | undefined;
  readonly challenge?: Challenge | undefined;
  readonly reason?: string | undefined;
};

function parseErrorBody(body: string): ErrorBody {
  try {
    const { error, noRetry, pointer, challenge, reason } = Object(JSON.parse(body)) as Partial<
      Record<keyof ErrorBody, unknown>
    >;
    return {
      error: textOf(error),
      noRetry: noRetry === true,
      pointer: textOf(pointer),
      challenge: isChallenge(challenge) ? challenge : undefined,
      reason: textOf(reason),
    };
  } catch {
    // A proxy's HTML page instead of the service's JSON: its text helps nobody.
    return { noRetry: false };
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function isChallenge(value: unknown): value is Challenge {
  const { token, rounds, zeroBits } = Object(value) as Partial<Record<keyof Challenge, unknown>>;
  return typeof token === 'string' && typeof rounds === 'number' && typeof zeroBits === 'number';
}

/** What to show for any thrown value. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return i18n.t('Something unexpected went wrong on this page. Load it again.');
}
