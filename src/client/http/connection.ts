import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import type { RouteName } from '../../../api/routes.ts';
import { ClientError } from '../client-error.ts';
import { clientVersion } from '../version.ts';
import { nextPage, parsedJson } from './answers.ts';
import { exchangeBytes, type Outgoing } from './exchange.ts';
import { readText } from './read-text.ts';
import { addressOf, contentOf, methodOf, type Accepting, type AnyRequest, type ClientRequest } from './request.ts';
import { mayPass, waitBeforeAttempt, type OnWait } from './retries.ts';
import { ServerError, serverErrorOf, UnreachableError } from './server-error.ts';

/** A server, with the credentials of the user. */
export interface Connection {
  /** Its address, with a slash at the end. */
  readonly server: URL;
  /**
   * One request with the credentials. Faults that pass (connection lost, 429, 502 to 504) of a request that may be
   * repeated are waited for and tried again.
   *
   * @returns the answer, of a status below 300; its body is still to be read
   * @throws ServerError for every other status
   * @throws UnreachableError when the server cannot be reached
   */
  send<R extends RouteName>(request: ClientRequest<R>): Promise<Response>;
  /** Sends a request and reads its answer whole, with the request again where it broke off. */
  text<R extends RouteName>(request: ClientRequest<R>): Promise<TextAnswer>;
  /** The same for JSON. The schema takes what the OpenAPI document says. @throws also ClientError for another answer */
  json<R extends RouteName, S extends TSchema>(
    request: ClientRequest<R>,
    schema: S & Accepting<R, S>,
  ): Promise<Static<S>>;
  /** The same for one page of a list. */
  page<R extends RouteName, S extends TSchema>(
    request: ClientRequest<R>,
    schema: S & Accepting<R, S>,
  ): Promise<Page<Static<S>>>;
}

/** An answer that was read. */
export interface TextAnswer {
  readonly body: string;
  readonly headers: Headers;
}

/** A page of a list. */
export interface Page<T> {
  readonly value: T;
  /** `after` of the request for the next page; undefined: this is the last one. */
  readonly next: string | undefined;
}

/** Tells the present `Authorization`, renewed in time. */
export type Authorize = (signal: AbortSignal) => Promise<string | undefined>;

/**
 * @param server address of the service, with a slash at the end
 * @param explainRefusal what to do about a 401
 * @param onWait absent: nobody is told of waits
 */
export function connect(
  server: URL,
  authorize: Authorize,
  explainRefusal: string,
  onWait: OnWait = () => undefined,
): Connection {
  // A server that never answered is rather a wrong address than one that comes back in a moment.
  const known = { answered: false };

  const attempt = async <T>(request: AnyRequest, read: (response: Response) => Promise<T>): Promise<T> => {
    const response = await exchange(server, request, await authorize(request.signal));
    known.answered = true;
    if (response.status < 300) return read(response);
    const error = await serverErrorOf(response, server);
    if (error.status === 401) throw new ServerError(401, `${refusalText(error)} ${explainRefusal}`, true);
    throw error;
  };

  const repeat = async <T>(request: AnyRequest, read: (response: Response) => Promise<T>): Promise<T> => {
    const repeatable = request.repeatable ?? ['GET', 'HEAD'].includes(methodOf(request));
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(request, read);
      } catch (cause) {
        request.signal.throwIfAborted();
        if (!repeatable || !known.answered || !mayPass(cause, attempts)) throw cause;
        await waitBeforeAttempt({ what: server.href, done: attempts, fault: cause, onWait }, request.signal);
      }
    }
  };

  const text = (request: AnyRequest): Promise<TextAnswer> => {
    const headers = { accept: 'application/json', ...request.headers };
    return repeat({ ...request, headers }, async (response) => {
      const body = await readText(response).catch((cause: unknown) => {
        throw cause instanceof ClientError ? cause : unreachable(server, cause);
      });
      return { body, headers: response.headers };
    });
  };

  const page = async <S extends TSchema>(request: AnyRequest, schema: S): Promise<Page<Static<S>>> => {
    const { body, headers } = await text(request);
    const query = nextPage({ headers });
    const next = query === undefined ? undefined : (new URLSearchParams(query).get('after') ?? undefined);
    return { value: parseAnswer(body, schema, server), next };
  };

  return {
    server,
    text,
    page,
    send: (request) => repeat(request, (response) => Promise.resolve(response)),
    json: async (request, schema) => (await page(request, schema)).value,
  };
}

async function exchange(server: URL, request: AnyRequest, authorization: string | undefined): Promise<Response> {
  const { signal } = request;
  const method = methodOf(request);
  const address = addressOf(request, server);
  const { headers, body: sent } = contentOf(request);
  const allHeaders = {
    'user-agent': `alidade/${clientVersion}`,
    ...headers,
    ...(authorization === undefined ? {} : { authorization }),
  };
  try {
    if (request.isFile === true)
      return await exchangeBytes(address, { method, signal, headers: allHeaders, body: sent as Outgoing['body'] });
    return await fetch(address, {
      method,
      signal,
      // Credentials go to the address they were given for and to no other.
      redirect: 'manual',
      headers: allHeaders,
      // A body that is a stream is sent while the answer may come already.
      ...(sent === undefined ? {} : { body: sent as NonNullable<RequestInit['body']>, duplex: 'half' }),
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw unreachable(server, cause);
  }
}

/** A fault of the connection in words for the user. */
export function unreachable(server: URL, cause: unknown): UnreachableError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = (inner as NodeJS.ErrnoException | undefined)?.code ?? '';
  const why = reasons[code] ?? (inner instanceof Error ? inner.message : String(inner));
  const text = `${server.href} cannot be reached: ${why}. Check the address and the network, and that the service runs.`;
  return new UnreachableError(text, undefined, { cause });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no program answers there (connection refused)',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'there is no computer of this name',
  EAI_AGAIN: 'the name cannot be looked up at this moment',
  ETIMEDOUT: 'it does not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer in time',
  UND_ERR_BODY_TIMEOUT: 'its answer stopped on the way',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by itself only; name the certificate in NODE_EXTRA_CA_CERTS to trust it',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of an authority that is not known here; name it in NODE_EXTRA_CA_CERTS to trust it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is of an authority that is not known here; name it in NODE_EXTRA_CA_CERTS to trust it',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there is not encrypted; write http:// if that is meant',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** Web clients look for the bare word, which tells a user nothing. */
function refusalText({ message }: ServerError): string {
  return message === 'Unauthorized' ? 'This needs a sign-in.' : message;
}

function parseAnswer<S extends TSchema>(text: string, schema: S, server: URL): Static<S> {
  const value = parsedJson(text, server);
  if (!Value.Check(schema, value)) {
    const [problem] = Value.Errors(schema, value);
    const detail = problem === undefined ? '' : ` (${problem.instancePath} ${problem.message})`;
    throw new ClientError(`${server.href} answered in a form that is not known here${detail}. Is it a newer version?`);
  }
  return value;
}
