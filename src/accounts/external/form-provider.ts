import { fail, ServiceError } from '../../errors/index.ts';

/** What is posted: a name with a password, or a token another page of the provider gave out. */
export type FormCredentials = { readonly username: string; readonly password: string } | { readonly token: string };

/** A person waits for it; a provider that needs longer is as good as away. */
const TIME_LIMIT_MS = 10_000;
/** The answer is kept with the user: a page of facts, no more. */
const MAX_ANSWER_BYTES = 64 * 1024;
const RETRY_SECONDS = 10;

/**
 * Asks the form-posting provider whether the credentials are good.
 *
 * @returns the JSON object it answered, as text; `undefined` when it refuses them
 * @throws `busy` when it is away, too slow, or answers what cannot be used
 */
export async function askFormProvider(url: string, credentials: FormCredentials): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ ...credentials }),
      // The host it points to was not named in the settings and must not get a password.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    if (answer.ok) return await readBounded(answer);
    await answer.body?.cancel();
    if (answer.status >= 500 || answer.status === 429) throw providerAway(answer.headers.get('retry-after'));
    return undefined;
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    // What failed is told to nobody but the log of the machine: the error may name inner addresses.
    throw providerAway(null, cause);
  }
}

async function readBounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A body of another process: an async iterable in Node.js, which the types of the web do not tell.
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw unusableAnswer(`it is larger than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function providerAway(retryAfter: string | null, cause?: unknown): ServiceError {
  const seconds = Number(retryAfter ?? RETRY_SECONDS);
  return new ServiceError('busy', 'The sign-in provider does not answer. Nothing was changed; try again later.', {
    cause,
    retryAfter: Number.isInteger(seconds) && seconds > 0 ? seconds : RETRY_SECONDS,
  });
}

/** @param why in words that show nothing of the answer */
export function unusableAnswer(why: string): ServiceError {
  return fail('busy', `The answer of the sign-in provider cannot be used: ${why}. Tell the administrator.`);
}
