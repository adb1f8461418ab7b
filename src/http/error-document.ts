import type { FastifyRequest } from 'fastify';
import { answerFor } from './errors.ts';
import type { ErrorDocument } from './route.ts';

/** What is sent for an error: JSON, or the document of the service that the route belongs to. */
export function errorDocument(error: unknown, request: FastifyRequest): ErrorDocument {
  const answer = answerFor(error, request.id);
  const { errorForm } = request.routeOptions.config.declaration ?? {};
  if (errorForm) return errorForm(answer, error, request);
  return { status: answer.status, type: 'application/json; charset=utf-8', body: JSON.stringify(answer.body) };
}
