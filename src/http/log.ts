import type { FastifyServerOptions } from 'fastify';
import { withSourceLines } from '../errors/index.ts';

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
