import type { FastifyServerOptions } from 'fastify';

/** Structured logs: one JSON object a line, without credentials. */
export function loggerOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['req.headers', 'headers', '*.password', '*.token', '*.authorization', '*.cookie'], remove: true },
  };
}
