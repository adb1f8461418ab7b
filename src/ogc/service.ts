import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { checkEntryPath } from '../datasets/index.ts';
import {
  datasetParams,
  type ErrorAnswer,
  type ErrorDocument,
  Media,
  route,
  type Route,
  type RouteContext,
  TOKEN_QUERY,
} from '../http/index.ts';
import type { Answering } from './answers.ts';
import { type Envelope, writeException } from './exceptions.ts';
import { type Kvp, readKvp } from './kvp.ts';
import { narrowest } from './layers/catalog.ts';
import type { LayerView } from './layers/layer-view.ts';
import { failOgc, OgcError, refuseBody } from './ogc-error.ts';

/** A request of an OGC service, let in and with its parameters read. */
export interface OgcCall extends Answering {
  readonly kvp: Kvp;
  /** What the caller sees: the dataset, or what is below a folder or the path of his token. */
  readonly view: LayerView;
  /** Address of the service itself, with the token it was asked with: for the links of capabilities. */
  readonly address: URL;
  /** Address of the dataset, without a slash behind it and without a token. */
  readonly datasetAddress: string;
  readonly caller: RouteContext<unknown, unknown, unknown>['caller'];
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
  /** To be called before features or values are handed out. @throws `forbidden` */
  readonly requireOriginals: () => void;
}

/** A service of parameters in the query: WMS, WFS, WMTS, WCS. */
export interface KvpService {
  /** Last part of its address. */
  readonly path: 'wms' | 'wfs' | 'wmts' | 'wcs';
  readonly summary: string;
  readonly description: string;
  /** Whether it hands out all values of the data, not pictures of them. */
  readonly originals: boolean;
  /** Parameters by name, as shown. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Those that may be given several times, in lower case. */
  readonly repeatable?: readonly string[];
  /** Media types of its answers, as shown. */
  readonly types: readonly string[];
  /** The form of errors. @param kvp undefined where the parameters cannot be read */
  envelope(kvp: Kvp | undefined): Envelope;
  handle(call: OgcCall): Promise<unknown>;
}

type OriginOf = (request: { readonly protocol: string; readonly host: string }) => URL;

const DATASET = '/orgs/:orgSlug/ds/:dsSlug';

/** The routes of a service: for the dataset, for each folder, and for bodies, which are refused. */
export function kvpRoutes(service: KvpService, originOf: OriginOf): Route[] {
  const { path, summary, description, parameters, types, repeatable, originals } = service;
  // Not validated by their schema: each service has codes of its own for what is wrong with them.
  const query = Type.Object(
    Object.fromEntries(
      Object.entries(parameters).map(([name, text]) => [
        name,
        Type.Optional(Type.Unsafe<unknown>({ description: text })),
      ]),
    ),
    { additionalProperties: true },
  );
  const shared = {
    access: 'dataset:read',
    tag: 'OGC',
    query,
    types,
    narrows: true,
    originals,
    refusesBadCredentials: true,
    challenge: 'Basic',
    errorForm: (answer: ErrorAnswer, error: unknown, request: FastifyRequest) =>
      exceptionOf(answer, error, service.envelope(readLeniently(request, repeatable))),
  } as const;
  const folderParams = Type.Object({
    ...datasetParams.properties,
    '*': Type.String({ description: 'Folder whose layers alone are shown; may have slashes' }),
  });
  const refusal = {
    ...shared,
    method: 'POST',
    reads: true,
    stream: { type: 'application/xml', optional: true },
  } as const;
  const refusing = { response: { 200: Media }, handle: refuse };
  return [
    route({
      ...shared,
      method: 'GET',
      path: `${DATASET}/${path}`,
      params: datasetParams,
      summary,
      description,
      response: { 200: Media },
      handle: (context) => service.handle(readCall(context, '', repeatable, originOf)),
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${DATASET}/${path}/p/*`,
      params: folderParams,
      description,
      summary: `${summary}, of one folder`,
      response: { 200: Media },
      handle: (context) => service.handle(readCall(context, context.params['*'], repeatable, originOf)),
    }),
    route({
      ...refusal,
      ...refusing,
      path: `${DATASET}/${path}`,
      params: datasetParams,
      summary: `${summary}: bodies are refused`,
    }),
    route({
      ...refusal,
      ...refusing,
      path: `${DATASET}/${path}/p/*`,
      params: folderParams,
      summary: `${summary}: bodies are refused`,
      alias: true,
    }),
  ];
}

/** @throws OperationNotSupported: methods that are answered are told beside it (RFC 9110, 15.5.6) */
async function refuse({ reply }: Pick<AnyContext, 'reply'>): Promise<never> {
  void reply.header('allow', 'GET, HEAD');
  return refuseBody();
}

type AnyContext = Pick<
  RouteContext<unknown, unknown, unknown>,
  'request' | 'reply' | 'dataset' | 'caller' | 'signal' | 'requireOriginals'
>;

/** @throws OgcError for a query or a folder that cannot be read */
function readCall(
  context: AnyContext,
  folder: string,
  repeatable: readonly string[] | undefined,
  originOf: OriginOf,
): OgcCall {
  const { request } = context;
  return { ...placeOf(context, folder, originOf), kvp: readKvp(queryOf(request), repeatable) };
}

/** Where a call goes and what it may see: all of a call but its parameters. */
export function placeOf(
  { request, reply, dataset, caller, signal, requireOriginals }: AnyContext,
  rawFolder: string,
  originOf: OriginOf,
): Omit<OgcCall, 'kvp'> {
  const grant = dataset();
  const folder = rawFolder === '' ? '' : checkEntryPath(rawFolder);
  const origin = originOf(request);
  const address = new URL(request.url.replace(/\?.*/s, ''), origin);
  const token = new URLSearchParams(queryOf(request));
  for (const [name, value] of token)
    if (name.toLowerCase() === TOKEN_QUERY) address.searchParams.set(TOKEN_QUERY, value);
  return {
    request,
    reply,
    caller,
    signal,
    requireOriginals,
    address,
    isPublic: grant.visibility > 0,
    view: { dataset: grant, below: narrowest(folder, caller?.scope?.path ?? '') },
    datasetAddress: new URL(`/orgs/${grant.organization.slug}/ds/${grant.slug}`, origin).href,
  };
}

/** The query of an address as it came, without the question mark. */
export function queryOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function readLeniently(request: FastifyRequest, repeatable: readonly string[] | undefined): Kvp | undefined {
  try {
    return readKvp(queryOf(request), repeatable);
  } catch (error) {
    if (error instanceof OgcError) return undefined;
    throw error;
  }
}

/** An error in the form of a service. */
export function exceptionOf(answer: ErrorAnswer, error: unknown, envelope: Envelope): ErrorDocument {
  const { ogcCode: code = answer.ogcCode, locator } = error instanceof OgcError ? error : {};
  return { status: answer.status, ...writeException(envelope, { code, locator, message: answer.body.error }) };
}

/** @throws MissingParameterValue, InvalidParameterValue unless SERVICE is that of the address */
export function requireService({ kvp }: OgcCall, name: string): void {
  const given = kvp.required('service');
  if (given.toUpperCase() !== name)
    throw failOgc('InvalidParameterValue', `This is the address of ${name}; SERVICE must say so.`, 'service');
}
