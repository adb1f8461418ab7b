import type { IncomingHttpHeaders } from 'node:http';
import {
  limitedBy,
  type AccessControl,
  type AccessRule,
  type Caller,
  type DatasetGrant,
  type OrganizationGrant,
  type Permissions,
  type Shown,
  type TokenScope,
} from '../access/index.ts';
import { fail, failLink, failUnauthorized } from '../errors/index.ts';
import { refuseUnstorable } from '../input/index.ts';
import { readCredentials, type Envelope } from './credentials.ts';
import { knowsPassword } from './link-proof.ts';
import { isMonitor } from './monitor.ts';
import type { Route } from './route.ts';
import { refuseCrossSite } from './security.ts';
import { signInContext } from './sign-in-context.ts';

/** What the decision looks at: the address and the headers, nothing of the body. */
export interface Call extends Envelope {
  readonly headers: IncomingHttpHeaders;
  readonly params: unknown;
  /** Host the request names, to tell another site's requests. */
  readonly host: string;
  /** Where it came from. */
  readonly ip: string;
}

/** What a call that may go on was let in with. */
export interface Admission {
  /** Absent for an anonymous caller, and for a token that counts as nobody here. */
  readonly caller?: Caller;
  readonly organization?: OrganizationGrant;
  readonly dataset?: DatasetGrant;
}

/** What the decision asks. */
export interface Gate {
  readonly access: AccessControl;
  readonly monitorToken?: string | undefined;
}

/**
 * The one place that decides whether a call may use a route, before its body is read.
 *
 * @throws `unauthorized`, `forbidden` or `not-found`; what the caller may not read answers as if it did not exist
 */
export async function admit(call: Call, route: Route, gate: Gate): Promise<Admission> {
  if (route.access === 'monitor' && isMonitor(call, gate.monitorToken)) return {};
  const caller = await whoCalls(call, gate.access);
  if (caller === undefined && route.refusesBadCredentials && presentsCredentials(call)) throw unauthorized(call, route);
  // A browser adds the cookie, and a password it was once asked for, by itself.
  if (caller && caller.carrier !== 'bearer' && !isSafe(call)) refuseCrossSite(call);
  for (const [name, value] of Object.entries(call.params ?? {})) refuseUnstorable(name, value);
  if (caller?.scope === undefined) return admitUser(call, route, gate, caller);
  if (!knowsPassword(call, caller.scope)) {
    if (route.access === 'anonymous') return {};
    throw failLink('unauthorized', 'password-needed', 'This link asks for a password. Open its page to give it.');
  }
  const admission = await admitToken(call, route, gate, caller, caller.scope);
  if (route.originals === true) refuseWithheld(admission);
  return admission;
}

/** @throws `forbidden` for a link whose makers withhold originals, where it is what let the call in */
export function refuseWithheld({ caller }: Admission): void {
  if (caller?.scope?.withholdsOriginals)
    throw failLink(
      'forbidden',
      'downloads-off',
      'This link shows the data and does not hand out the files: downloads are switched off. Ask the person who sent you the link.',
    );
}

/**
 * The link that a page is opened with, if it opens the dataset that the address of the page names; whether its password was given
 * is not asked.
 */
export async function linkOfPage(call: Call, access: AccessControl): Promise<TokenScope | undefined> {
  const [credentials] = readCredentials(call);
  if (credentials?.carrier !== 'query') return undefined;
  const caller = await access.authenticate(credentials, signInContext(call));
  if (caller?.scope?.kind !== 'link') return undefined;
  for (const [name, value] of Object.entries(call.params ?? {})) refuseUnstorable(name, value);
  const { scope, ...user } = caller;
  const { orgSlug = '', dsSlug = '' } = call.params as { orgSlug?: string; dsSlug?: string };
  const grant = await access.dataset(orgSlug, dsSlug, user);
  return grant !== undefined && opensFor(scope, grant) ? scope : undefined;
}

/** A link is as good as its maker's right to make one. */
const opensFor = (scope: TokenScope, grant: DatasetGrant): boolean =>
  grant.id === scope.datasetId && (scope.kind !== 'link' || grant.permissions.canWrite);

/**
 * Decides again about a long call: a caller who lost the right meanwhile must neither change nor see anything more. An
 * anonymous caller loses it when the thing is no longer open to everybody.
 *
 * @throws as `admit`; `conflict` when the address names another thing by now
 */
export async function admitAgain(call: Call, route: Route, gate: Gate, before: Admission): Promise<Admission> {
  if (before.caller === undefined && before.dataset === undefined && before.organization === undefined) return before;
  const now = await admit(call, route, gate);
  const isSame = (['caller', 'organization', 'dataset'] as const).every((what) => now[what]?.id === before[what]?.id);
  if (!isSame) throw fail('conflict', 'What this address names changed while the request was sent; send it again.');
  return now;
}

/**
 * Decides, once the input is validated, whether a token for a path in a dataset reaches what the call asks for. Other
 * callers pass as they were admitted.
 *
 * @throws `forbidden`
 */
export async function admitShown(
  call: Call,
  route: Route,
  gate: Gate,
  admission: Admission,
  input: Parameters<NonNullable<Route['shows']>>[0],
): Promise<Admission> {
  const { caller, dataset } = admission;
  if (!caller?.scope || caller.scope.path === '' || dataset === undefined || route.narrows) return admission;
  const shown = route.shows?.(input);
  const isReached = shown !== undefined && (await reaches(gate.access, caller.scope.path, dataset, shown));
  return isReached ? admission : admitNobody(call, route, gate);
}

/** Whether a call only reads; such a token is good for it, and nothing others remember is stale after it. */
export function onlyReads(call: Pick<Call, 'method'>, route: Route): boolean {
  return isSafe(call) || route.reads === true;
}

function isSafe({ method }: Pick<Call, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether somebody chose to say who he is. A cookie is sent by browsers by themselves, also an old one. */
function presentsCredentials(call: Call): boolean {
  return readCredentials(call).some(({ carrier }) => carrier !== 'cookie');
}

async function whoCalls(call: Call, access: AccessControl): Promise<Caller | undefined> {
  const context = signInContext(call);
  for (const credentials of readCredentials(call)) {
    const caller = await access.authenticate(credentials, context);
    if (caller !== undefined) return caller;
  }
  return undefined;
}

/** Somebody with all his rights, or nobody. */
async function admitUser(call: Call, route: Route, gate: Gate, caller: Caller | undefined): Promise<Admission> {
  const { access: rule } = route;
  if (rule === 'anonymous') return caller ? { caller } : {};
  if (!isAboutThing(rule)) {
    if (caller === undefined) throw unauthorized(call, route);
    if (rule !== 'signed-in' && !caller.isAdmin) throw fail('forbidden', 'Only an administrator may do this.');
    return { caller };
  }
  const found = await lookUp(call, route, gate.access, caller);
  if (found !== undefined && allows(found.permissions, rule)) return caller ? { caller, ...found.as } : found.as;
  if (found === undefined && caller !== undefined && route.creates) return admitCreator(call, route, gate, caller);
  // An anonymous caller is asked to sign in whether the thing exists or not; a signed-in one learns neither.
  if (caller === undefined && !(route.browsedAnonymously && readCredentials(call).length === 0))
    throw unauthorized(call, route);
  if (found === undefined || caller === undefined)
    throw fail('not-found', `There is no ${rule.split(':')[0]} of that name that you may read.`);
  throw fail('forbidden', `You may not ${RIGHT_NAMES[rule]}. Ask the owner of the organization for the right.`);
}

/** Somebody who names a dataset that is not there: anyone who may add to its organization may make it. */
function admitCreator(call: Call, route: Route, gate: Gate, caller: Caller): Promise<Admission> {
  return admitUser(call, { ...route, access: 'organization:write', creates: undefined }, gate, caller);
}

/** A caller with an access token: his own rights less the scope. Outside of the scope he is nobody. */
async function admitToken(
  call: Call,
  route: Route,
  gate: Gate,
  { scope: _, ...user }: Caller,
  scope: TokenScope,
): Promise<Admission> {
  const { access: rule } = route;
  const isOfUse = (!scope.readOnly || onlyReads(call, route)) && !route.session;
  const speaksForUser = scope.kind === 'personal' && scope.datasetId === undefined;
  // Administration is closed to tokens, also where a handler would let an administrator do more than others.
  const asToken: Caller = { ...user, scope, isAdmin: false };
  if (rule === 'anonymous') {
    if (isOfUse && route.scoped && scope.datasetId !== undefined && (scope.path === '' || route.narrows))
      return { caller: { ...user, scope } };
    return isOfUse && speaksForUser ? { caller: asToken } : {};
  }
  if (rule === 'admin' || rule === 'monitor' || route.session) throw outOfReach();
  // Before anything is looked up: it tells nothing of what is there.
  if (!isOfUse) throw onlyForReading(scope);
  if (speaksForUser) {
    if (rule === 'signed-in') return { caller: asToken };
    return limited(await admitUser(call, route, gate, user), scope);
  }
  if (!isAboutThing(rule) || (scope.path !== '' && !route.shows && !route.narrows))
    return admitNobody(call, route, gate);
  const found = await lookUp(call, route, gate.access, user);
  const grant = found?.as.dataset;
  if (grant === undefined || !opensFor(scope, grant) || !allows(grant.permissions, rule))
    return admitNobody(call, route, gate);
  return limited({ caller: user, dataset: grant }, scope);
}

/** What everybody may read stays readable with a token that is for something else; all the rest is refused alike. */
async function admitNobody(call: Call, route: Route, gate: Gate): Promise<Admission> {
  const { access: rule } = route;
  if (!isAboutThing(rule)) throw outOfReach();
  const found = await lookUp(call, route, gate.access, undefined);
  if (found === undefined || !allows(found.permissions, rule)) throw outOfReach();
  return found.as;
}

function onlyForReading({ kind }: TokenScope): Error {
  const words =
    kind === 'link'
      ? 'This link only reads. Sign in to change something.'
      : 'This token only reads. Make one that may also change things (page Account; readOnly=false over HTTP), or sign in.';
  return fail('forbidden', words);
}

function outOfReach(): Error {
  return fail('forbidden', 'This token does not reach that.');
}

function limited({ caller, organization, dataset }: Admission, scope: TokenScope): Admission {
  const narrow = <G extends { readonly permissions: Permissions }>(grant: G): G => ({
    ...grant,
    permissions: limitedBy(grant.permissions, scope),
  });
  return {
    ...(caller ? { caller: { ...caller, scope } } : {}),
    ...(organization ? { organization: narrow(organization) } : {}),
    ...(dataset ? { dataset: narrow(dataset) } : {}),
  };
}

async function reaches(access: AccessControl, top: string, dataset: DatasetGrant, shown: Shown): Promise<boolean> {
  if ('hash' in shown) return access.holds(dataset.id, top, shown.hash);
  const isInside = (path: string | undefined): boolean =>
    path !== undefined && (path === top || path.startsWith(`${top}/`));
  return shown.paths.length > 0 && shown.paths.every(isInside);
}

type ThingRule = Extract<AccessRule, `${'organization' | 'dataset'}:${string}`>;

function isAboutThing(rule: AccessRule): rule is ThingRule {
  return rule.includes(':');
}

/** The organization or dataset the address names, with the rights of somebody on it. */
async function lookUp(
  call: Call,
  { access: rule, names }: Route,
  access: AccessControl,
  user: Caller | undefined,
): Promise<
  { readonly permissions: Permissions; readonly as: Pick<Admission, 'organization' | 'dataset'> } | undefined
> {
  const { orgSlug = '', dsSlug = '' } = (names?.(call.params) ?? call.params) as { orgSlug?: string; dsSlug?: string };
  if (rule.startsWith('dataset:')) {
    const dataset = await access.dataset(orgSlug, dsSlug, user);
    return dataset && { permissions: dataset.permissions, as: { dataset } };
  }
  const organization = await access.organization(orgSlug, user);
  return organization && { permissions: organization.permissions, as: { organization } };
}

const RIGHT_NAMES: Readonly<Record<ThingRule, string>> = {
  'organization:read': 'read this organization',
  'organization:write': 'add to this organization',
  'organization:delete': 'delete this organization',
  'organization:manage': 'manage this organization',
  'dataset:read': 'read this dataset',
  'dataset:write': 'change this dataset',
  'dataset:delete': 'delete this dataset',
};

function allows(permissions: Permissions, rule: ThingRule): boolean {
  if (rule.endsWith(':read')) return permissions.canRead;
  if (rule.endsWith(':write')) return permissions.canWrite;
  if (rule.endsWith(':delete')) return permissions.canDelete;
  return permissions.canManageMembers;
}

/** How a missing or bad credential is asked for. */
function unauthorized(call: Call, route: Route): Error {
  if (route.challenge === 'Basic') return failUnauthorized('Basic realm="Alidade", charset="UTF-8"');
  return failUnauthorized(readCredentials(call).length > 0 ? 'Bearer error="invalid_token"' : 'Bearer');
}
