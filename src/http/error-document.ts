import type { FastifyRequest } from 'fastify';
import { answerFor } from './error-answer.ts';
import type { ErrorDocument } from './route.ts';

/** Answer to an error: JSON, or a document in the format of the route. */
export function errorDocument(error: unknown, request: FastifyRequest): ErrorDocument {
  const answer = answerFor(error, request.id);
  const { errorForm } = request.routeOptions.config.declaration ?? {};
  if (errorForm) return errorForm(answer, error, request);
  return { status: answer.status, type: 'application/json; charset=utf-8', body: JSON.stringify(answer.body) };
}
