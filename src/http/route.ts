import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import type { AccessRule, Caller, DatasetGrant, OrganizationGrant, Shown } from '../access/index.ts';
import type { Actor } from '../audit/index.ts';
import type { Upload } from '../forms/index.ts';
import { REASONS } from '../errors/index.ts';
import type { ErrorAnswer } from './error-answer.ts';

/** What a handler is given: validated input, the caller, and what the access rule looked up. */
export interface RouteContext<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The signed-in caller; `undefined` for an anonymous one. */
  readonly caller: Caller | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Fires when the client goes away before the answer is complete. */
  readonly signal: AbortSignal;
  /** Who does this, for the audit log: the caller and his address. Throws like `signedIn`. */
  actor(): Actor;
  /** The caller; throws when the route lets anonymous callers in, so only for rules that demand one. */
  signedIn(): Caller;
  /** Present under `organization:*` and `dataset:*` rules with that slug in the path. */
  organization(): OrganizationGrant;
  /** Present under `dataset:*` rules. */
  dataset(): DatasetGrant;
  /**
   * Checks access again. A handler calls it before a change that can come long after the start of the call.
   *
   * @throws as the check at the start
   */
  readmit(): Promise<void>;
  /**
   * For a route with `originals: 'some'`, before it hands out any.
   *
   * @throws `forbidden` for a link whose makers withhold them
   */
  requireOriginals(): void;
  /** The multipart stream of a route declared with `upload`; reading it can take hours, so call `readmit()` afterwards. */
  upload(): Upload;
}

/** One route: the HTTP contract in one value. The server registers it, the OpenAPI document shows it. */
export interface Route<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify path; literal segments match in any letter case. A GET route also answers HEAD. */
  readonly path: string;
  readonly access: AccessRule;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly params?: P;
  readonly query?: Q;
  /** Accepted as JSON, urlencoded and multipart; names in any letter case. Of a `stream` it is what is shown. */
  readonly body?: B;
  /**
   * Largest body that is held in memory, in bytes: JSON, a form, the fields beside a file. Default: 1 MiB; 64 KiB for
   * anonymous routes and beside a file. Files and streams do not count.
   */
  readonly bodyBytes?: number;
  /** Headers that the handler reads from the request itself: shown in the OpenAPI document, and not validated. */
  readonly headers?: TSchema;
  /** The body is a multipart stream with at most one file, read by the handler through `upload()`; its part, as shown. */
  readonly upload?: { readonly file: string; readonly description: string };
  /**
   * The body is bytes that the handler reads from the request itself, whatever type they have; the type, as shown, with the
   * fields of `body` where there are some.
   */
  readonly stream?: { readonly type: string; readonly optional?: boolean };
  readonly response: Readonly<Record<number, TSchema>>;
  /** How a missing credential is asked for: GIS programs need `Basic`, browsers must not be asked for it. */
  readonly challenge?: 'Basic';
  /** A POST that changes nothing (a search, a listing): read-only tokens may call it. */
  readonly reads?: true;
  /** Only for people who signed in or programs with the password: no access token opens it. */
  readonly session?: true;
  /**
   * What of the dataset the answer shows, for tokens that are good for one path. A dataset route without it is closed to
   * them.
   */
  shows?(input: { readonly params: Static<P>; readonly query: Static<Q>; readonly body: Static<B> }): Shown;
  /**
   * A dataset route whose handler makes the dataset when there is none: callers who may add to the organization are let in
   * with that instead.
   */
  readonly creates?: true | undefined;
  /**
   * Whether the answer hands out files as they were uploaded, or all of their values: links whose makers withhold them are
   * refused. `some`: the handler calls `requireOriginals` where it does. Every dataset route of bytes says so.
   */
  readonly originals?: boolean | 'some';
  /** The handler itself shows a token for a path what lies below it, and nothing else. */
  readonly narrows?: true;
  /** Credentials in the header or the address that are not good are refused, also where nobody would be let in. */
  readonly refusesBadCredentials?: true;
  /** What an anonymous caller may not read does not exist for it (404), where other routes ask it to sign in (401). */
  readonly browsedAnonymously?: true;
  /** Media types of an answer of bytes, as shown. */
  readonly types?: readonly string[];
  /** Errors in another form than the JSON of the API. */
  errorForm?(answer: ErrorAnswer, error: unknown, request: FastifyRequest): ErrorDocument;
  /** Slugs of the dataset, for an address that names it by something else than `:orgSlug` and `:dsSlug`. */
  names?(params: Static<P>): { readonly orgSlug: string; readonly dsSlug: string };
  /**
   * A list that answers a token for one dataset with that dataset, where other open routes take it for nobody. A token for a
   * path is good for it where it `narrows`.
   */
  readonly scoped?: true;
  /** The answer is never compressed, for clients that cannot read it so. */
  readonly plain?: true;
  /** A download: it counts against the number of those that its caller may have open. */
  readonly download?: true;
  /** Headers that tell anybody what the service can do at this address: answered to OPTIONS that is no preflight. */
  readonly discovery?: Readonly<Record<string, string>>;
  /** Another spelling of a route that is documented already: served, left out of the OpenAPI document. */
  readonly alias?: boolean;
  // A method so that routes with different input types fit one list.
  handle(context: RouteContext<Static<P>, Static<Q>, Static<B>>): Promise<unknown>;
}

/** An error as a service of another form sends it. */
export interface ErrorDocument {
  readonly status: number;
  /** With its charset where it has one. */
  readonly type: string;
  readonly body: string;
}

/** Declares a route; the handler's input types follow from its schemas. */
export function route<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema>(
  declaration: Route<P, Q, B>,
): Route {
  return declaration as unknown as Route;
}

/** `bodyBytes` of routes that take lists: 100,000 paths of 160 bytes, as JSON or as a form. */
export const LIST_BODY_BYTES = 16 * 1024 * 1024;

/** Body of every error. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'What happened, why, and what to do.' }),
    noRetry: Type.Optional(Type.Literal(true, { description: 'Sending the same again cannot help.' })),
    pointer: Type.Optional(
      Type.String({ description: 'Which value of the body was refused, as a JSON pointer: `/params/outputPath`.' }),
    ),
    challenge: Type.Optional(
      Type.Object(
        { token: Type.String(), rounds: Type.Integer(), zeroBits: Type.Integer() },
        { description: 'Solve it and repeat the request with the header `Sign-In-Proof` (docs/identity.md).' },
      ),
    ),
    reason: Type.Optional(
      Type.Enum([...REASONS], { description: 'Why a share link does not open this (docs/share-links.md)' }),
    ),
  },
  { $id: 'Error' },
);

/** An answer without a body. */
export const Empty = Type.Null({ description: 'No content' });

/** An answer of bytes: a file or an image. */
export const Binary = Type.String({ format: 'binary' });

/** An answer of one of the media types a route names: a picture, or a document that is compressed on its way. */
export const Media = Type.String({ format: 'binary', description: 'Bytes of a media type that the caller chooses' });

/** An answer that goes on: events as they happen, in the form that browsers read with `EventSource`. */
export const EventStream = Type.String({ description: 'Events as they happen' });

/** A user in an address or a body. */
export const userNameField = Type.String({ maxLength: 256, description: 'Name of a user, in any letter case' });

export const organizationParams = Type.Object({
  orgSlug: Type.String({ description: 'Slug of the organization', maxLength: 200 }),
});
export const datasetParams = Type.Object({
  orgSlug: Type.String({ description: 'Slug of the organization', maxLength: 200 }),
  dsSlug: Type.String({ description: 'Slug of the dataset', maxLength: 200 }),
});
