import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { ServiceError, withSourceLines } from '../errors/index.ts';

type LoggerOptions = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>;

/** Errors that an error was caused by, told with it; more would be a circle. */
const MAX_CAUSES = 5;

/** Structured logs: one JSON object a line, without credentials. */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError, req: describeRequest, res: ({ statusCode }) => ({ statusCode }) },
    redact: { paths: ['req.headers', 'headers', '*.password', '*.token', '*.authorization', '*.cookie'], remove: true },
  };
}

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1];
type Line = Parameters<FastifyBaseLogger['info']>;

/** The log of one request, with its id. It is made at its first line, as most requests write none. */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: ChildOptions;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: ChildOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #log(): FastifyBaseLogger {
    return (this.#made ??= this.#parent.child(this.#bindings, this.#options));
  }

  get level(): string {
    return this.#log.level;
  }

  child(bindings: Bindings, options?: ChildOptions): FastifyBaseLogger {
    return this.#log.child(bindings, options);
  }

  trace(...line: Line): void {
    this.#log.trace(...line);
  }

  debug(...line: Line): void {
    this.#log.debug(...line);
  }

  info(...line: Line): void {
    this.#log.info(...line);
  }

  warn(...line: Line): void {
    this.#log.warn(...line);
  }

  error(...line: Line): void {
    this.#log.error(...line);
  }

  fatal(...line: Line): void {
    this.#log.fatal(...line);
  }

  silent(...line: Line): void {
    this.#log.silent(...line);
  }
}

/** Method and path of a request: its query and its headers may hold credentials. */
function describeRequest({ method = '', url = '' }: { readonly method?: string; readonly url?: string }): {
  method: string;
  path: string;
} {
  return { method, path: url.split('?', 1)[0]! };
}

/**
 * Name, code, text and stack of an error and of what caused it, and nothing else: errors of the database carry the
 * statement's parameters, which may be hashes of passwords.
 */
export function describeError(error: Error): { type: string; code?: string; message: string; stack: string } {
  const stacks: string[] = [];
  let cause: unknown = error;
  while (cause instanceof Error && stacks.length < MAX_CAUSES) {
    stacks.push(cause.stack ?? cause.message);
    cause = cause.cause;
  }
  const { name, code, message } = error as Error & { code?: unknown };
  return {
    type: name,
    ...(typeof code === 'string' ? { code } : {}),
    message,
    stack: withSourceLines(stacks.join('\ncaused by: ')),
  };
}

/**
 * Why a request was refused for a moment. Many asked at once and nothing is broken, unless there is a cause. The place in the
 * code tells nothing then, and describing it would cost a busy service most: 0.25 MB of garbage a line, and a source map of 37 MB.
 */
export function describeRefusal(error: unknown): { readonly reason: string } | { readonly err: unknown } {
  const isPlain = error instanceof ServiceError && error.cause === undefined;
  return isPlain ? { reason: error.message } : { err: error };
}
