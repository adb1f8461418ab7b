import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AccessControl } from '../access/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { Settings } from '../settings/index.ts';
import { requireAccessRules } from './access-check.ts';
import { createBodyBudget } from './bodies/body-budget.ts';
import { addBodyParsers } from './bodies/parsers.ts';
import { answerClientError } from './client-error.ts';
import { refuseWhileClosing } from './closing.ts';
import { addCompression } from './compression.ts';
import { followConnections } from './connections.ts';
import { answerFor } from './error-answer.ts';
import { errorDocument } from './error-document.ts';
import type { Faults } from './faults.ts';
import { VALIDATION } from './lazy-validators.ts';
import { describeRefusal, loggerOptions, RequestLog } from './log.ts';
import { addNotFound } from './not-found.ts';
import { closeFiles } from './open-files.ts';
import { addApiDocument } from './openapi.ts';
import { addRoutes, beginAsNobody, SMALL_BODY_BYTES, type RouteOptions } from './register.ts';
import { addRequestScope, SCOPED } from './request-scope.ts';
import {
  addRememberedAnswers,
  type Answered,
  createRememberedAnswers,
  type Notices,
  type RememberedAnswers,
} from './remembered-answers.ts';
import type { Route } from './route.ts';
import { addSecurityHeaders } from './security.ts';
import { closeSilentConnections } from './silent-connections.ts';
import { addWebApplication } from './web-files.ts';

export interface ServerOptions {
  readonly settings: Settings;
  readonly access: AccessControl;
  readonly routes: readonly Route[];
  readonly version: string;
  readonly changed: RouteOptions['changed'];
  /** Bytes that bodies in memory may have, of all requests together. Default: 32 MiB. */
  readonly bodyMemoryBytes?: number;
  /** Takes what listeners of a request throw. Absent in tests of other things: it ends the process. */
  readonly faults?: Pick<Faults, 'take'>;
  /** Told of every request when its answer is out. */
  readonly answered?: (answer: Answered) => void;
  /** Notices that drop remembered answers; absent: none are remembered. */
  readonly notices?: Notices;
  /** Folder of the built web application; absent: the API alone. */
  readonly webFolder?: string | undefined;
  /** Takes the lines of the log; absent: they go to standard output. */
  readonly logTo?: { write(line: string): void };
}

/** Longest path parameter: an entry path of 1024 bytes, each percent-encoded. */
const MAX_PARAM_LENGTH = 3 * 1024;
/** Time to receive the headers of a request; its body may take as long as it keeps coming. */
const HEADERS_TIMEOUT_MS = 30_000;
/** Addresses of maps name every layer: a thousand paths of a hundred characters. What is longer is answered 431. */
const MAX_HEADER_BYTES = 128 * 1024;
/** Two bodies of the largest kind. */
const BODY_MEMORY_BYTES = 32 * 1024 * 1024;
/** A connection that moves no byte for this long is closed (`silent-connections.ts`). */
const SOCKET_IDLE_MS = 120_000;

/** The HTTP server with all routes, not listening yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings } = options;
  const app = Fastify({
    logger: { ...loggerOptions(settings.logLevel), ...(options.logTo ? { stream: options.logTo } : {}) },
    // Requests are logged once, at their end, by `addRequestLog`.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, options) => new RequestLog(logger, bindings, options),
    genReqId: () => randomUUID(),
    // Counted from this side: visitors can write the beginning of the list themselves.
    trustProxy: settings.trustProxy && ((_address, hop) => hop < settings.trustedProxies),
    // An upload has no total time limit, only the socket's idle one.
    requestTimeout: 0,
    connectionTimeout: SOCKET_IDLE_MS,
    http: { ...SCOPED, headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: MAX_HEADER_BYTES },
    forceCloseConnections: 'idle',
    // For addresses without a route. Each route sets its own limit.
    bodyLimit: SMALL_BODY_BYTES,
    // `refuseWhileClosing` answers in our form.
    return503OnClosing: false,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAM_LENGTH,
    },
    ajv: VALIDATION,
    exposeHeadRoutes: true,
    clientErrorHandler: answerClientError,
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      const { status, body } = answerFor(error, request.id);
      void (reply as FastifyReply).code(status).header('x-content-type-options', 'nosniff').send(body);
    },
  });
  // Answers are plain JSON; their schemas are the contract that tests hold them to, not a filter that hides mistakes.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const { faults } = options;
  if (faults) addRequestScope(app, (fault) => faults.take(fault, 'exception'));
  addRememberedAnswers(app, rememberedAnswers(app, options));
  beginAsNobody(app);
  followConnections(app);
  closeSilentConnections(app, SOCKET_IDLE_MS);
  requireAccessRules(app);
  addErrorAnswers(app);
  addRequestLog(app, options.answered);
  refuseWhileClosing(app);
  app.addHook('onClose', closeFiles);
  await app.register(cookie);
  app.decorate('behindHttps', settings.externalUrl?.startsWith('https:') ?? false);
  await addSecurityHeaders(app, settings);
  await addCompression(app);
  addBodyParsers(app, createBodyBudget(options.bodyMemoryBytes ?? BODY_MEMORY_BYTES));
  await addApiDocument(app, options);
  addRoutes(app, options.routes, {
    access: options.access,
    monitorToken: settings.monitorToken,
    changed: options.changed,
  });
  const { webFolder } = options;
  addNotFound(
    app,
    options.routes,
    webFolder === undefined ? undefined : await addWebApplication(app, webFolder, options.access),
  );
  return app;
}

/** None where each request has a line in the log: it has more to tell than they know. */
function rememberedAnswers(app: FastifyInstance, options: ServerOptions): RememberedAnswers | undefined {
  const { notices, answered, settings } = options;
  if (notices === undefined || tellsRequests(app)) return undefined;
  const areDownloadsCounted = settings.maxConcurrentDownloadsPerUser !== undefined;
  return createRememberedAnswers(notices, (answer) => answered?.(answer), !areDownloadsCounted);
}

/** At the level of the terminal a line a request would bury the address and the password of the first start. */
const tellsRequests = ({ log }: FastifyInstance): boolean => ['debug', 'trace'].includes(log.level);

/** Status in the log of a request whose caller did not wait for the answer, as other servers write it. */
const CALLER_GONE = 499;

function addErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status } = answerFor(error, request.id);
    if (request.raw.socket.destroyed) {
      // Nobody reads the answer, and what failed mostly failed because its caller was gone: a map drops half its tiles.
      if (status >= 500) request.log.info({ err: error }, 'request given up by its caller');
      return reply.code(CALLER_GONE).send();
    }
    if (status === 503) {
      request.log.warn(describeRefusal(error), 'request refused for a moment');
      void reply.header('retry-after', '5');
    } else if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (error instanceof ServiceError) {
      if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
      if (error.challenge !== undefined) void reply.header('www-authenticate', error.challenge);
    }
    void reply
      .removeHeader('etag')
      .removeHeader('cache-control')
      .removeHeader('content-length')
      .removeHeader('content-disposition')
      .removeHeader('accept-ranges')
      .removeHeader('last-modified');
    const document = errorDocument(error, request);
    return reply.code(document.status).type(document.type).send(document.body);
  });
}

function addRequestLog(app: FastifyInstance, answered: ServerOptions['answered']): void {
  const isTold = tellsRequests(app);
  // With a callback each: promises of hooks cost more than what these do.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    answered?.({ method, route: routeOptions.url, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    if (isTold) tell(request, reply);
    done();
  });
}

function tell(request: FastifyRequest, reply: FastifyReply): void {
  request.log.debug(
    {
      method: request.method,
      // The path alone: a query may hold a token.
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.admission.caller?.name,
      accessToken: request.admission.caller?.scope?.tokenId,
    },
    'request',
  );
}
