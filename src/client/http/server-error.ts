import Type from 'typebox';
import Value from 'typebox/value';
import { ClientError, EXIT, type ExitCode } from '../client-error.ts';

/** A server that refused: its status and its words. */
export class ServerError extends ClientError {
  override readonly name = 'ServerError';
  readonly status: number;
  /** The server says that asking again changes nothing. */
  readonly noRetry: boolean;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, noRetry: boolean, retryAfter?: number) {
    super(message, exitCodeOf(status));
    this.status = status;
    this.noRetry = noRetry;
    this.retryAfter = retryAfter;
  }
}

/** A server that could not be asked, or whose answer broke off. */
export class UnreachableError extends ClientError {
  override readonly name = 'UnreachableError';
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.notAllowed;
  if (status === 404) return EXIT.notFound;
  if (status === 409 || status === 412) return EXIT.conflict;
  return EXIT.failed;
}

/** Longest text of an error that is read: more is no message for a terminal. */
const MAX_ERROR_BYTES = 64 * 1024;

/** The error that an answer of 300 and above stands for; its body is read. */
export async function serverErrorOf(response: Response, server: URL): Promise<ServerError> {
  const { error, noRetry } = await readErrorBody(response);
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10); // The form of a date has no user here.
  return new ServerError(
    response.status,
    error ?? wordsFor(response, server),
    noRetry,
    Number.isNaN(retryAfter) ? undefined : retryAfter,
  );
}

const ErrorBody = Type.Object({ error: Type.String(), noRetry: Type.Optional(Type.Unknown()) });

async function readErrorBody(response: Response): Promise<{ readonly error?: string; readonly noRetry: boolean }> {
  const text = await readStart(response).catch(() => ''); // A body that broke off says less than the status.
  try {
    const body: unknown = JSON.parse(text);
    if (Value.Check(ErrorBody, body)) return { error: body.error, noRetry: body.noRetry === true };
  } catch {
    // A proxy in between answers with a page: told by its status.
  }
  return { noRetry: false };
}

async function readStart(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece as Uint8Array);
    length += (piece as Uint8Array).length;
    if (length > MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function wordsFor({ status, headers }: Response, server: URL): string {
  const target = headers.get('location');
  if (status >= 300 && status < 400 && target !== null)
    return `${server.href} sends its callers on to ${target}, and credentials do not go along. Sign in at that address.`;
  if (status === 404)
    return `${server.href} does not know this address. Is it an Alidade server, and its address whole?`;
  return `${server.href} answered with the status ${status}, and without a reason. Try again later.`;
}
