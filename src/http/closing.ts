import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors/index.ts';

/** A start takes two to three seconds; behind a proxy another process may answer at once. */
const RETRY_SECONDS = 5;

/** Answers 503 to requests on open connections while the server closes. The route decides the format of the error. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isClosing) return done();
    const words = 'The service is stopping. Try again in some seconds.';
    done(new ServiceError('busy', words, { retryAfter: RETRY_SECONDS }));
  });
}
