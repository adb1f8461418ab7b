import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerFor } from './error-answer.ts';
import { addNotFound } from './not-found.ts';
import type { Route } from './route.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

function server(withPages: boolean) {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => reply.code(answerFor(error, '').status).send({ error: 'text' }));
  const routes = [{ path: '/orgs/:orgSlug' }] as unknown as Route[];
  addNotFound(app, routes, withPages ? (reply) => reply.type('text/html').send('the page') : undefined);
  return app;
}

it.each([
  ['a person who mistyped a page', 'GET', '/bla?x=1', BROWSER, 'the page'],
  ['a program', 'GET', '/bla', '*/*', '{"error":"text"}'],
  ['a person below an address of the interface', 'GET', '/Orgs/a/nothing', BROWSER, '{"error":"text"}'],
  ['a form', 'POST', '/bla', BROWSER, '{"error":"text"}'],
] as const)('answers %s with 404 in the form that is read', async (_, method, url, accept, body) => {
  const answer = await server(true).inject({ method, url, headers: { accept } });
  expect([answer.statusCode, answer.body]).toEqual([404, body]);
});

it('has no page to send without a web application', async () => {
  const answer = await server(false).inject({ url: '/bla', headers: { accept: BROWSER } });
  expect([answer.statusCode, answer.body]).toEqual([404, '{"error":"text"}']);
});
