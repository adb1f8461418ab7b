import type { FastifyServerOptions } from 'fastify';

/** Errors that an error was caused by, told with it; more would be a circle. */
const MAX_CAUSES = 5;

/** Structured logs: one JSON object a line, without credentials. */
export function loggerOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: ['req.headers', 'headers', '*.password', '*.token', '*.authorization', '*.cookie'], remove: true },
  };
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
    stack: stacks.join('\ncaused by: '),
  };
}
