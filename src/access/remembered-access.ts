import { createHash } from 'node:crypto';
import { createLookup, type Changes } from '../database/index.ts';
import type { AccessControl, Caller, DatasetGrant, OrganizationGrant } from './access.ts';
import type { Credentials, SignInContext } from './credentials.ts';

/** Callers and grants remembered in one process: some hundred bytes each. */
const MAX_ANSWERS = 20_000;
/** Datasets, and files of each, whose place in a tree is remembered: some hundred bytes each. */
const PLACES = { groups: 500, answers: 1000 };
/** What stands for a remembered yes. */
const YES = {};

/**
 * The same decisions, each looked up once until a notice of the database says that rights changed. A map view asks for
 * forty tiles at once, a program with a password sends it with every request, and checking one takes 20 ms of a core.
 */
export function rememberAccess(access: AccessControl, changes: Changes): AccessControl {
  const bounds = { groups: 1, answers: MAX_ANSWERS };
  const callers = createLookup<Caller>(changes, 'access', bounds);
  const organizations = createLookup<OrganizationGrant>(changes, 'access', bounds);
  const datasets = createLookup<DatasetGrant>(changes, 'access', bounds);
  const places = createLookup<object>(changes, 'files', PLACES);
  return {
    async authenticate(credentials, context) {
      const ask = (): Promise<Caller | undefined> => access.authenticate(credentials, context);
      const caller = await callers.get('', fingerprint(credentials, context), ask);
      // No notice tells that a token's time is over.
      return caller?.tokenExpires !== undefined && caller.tokenExpires <= Date.now() / 1000 ? ask() : caller;
    },
    organization: (slug, caller) =>
      organizations.get('', keyOf(slug, ...identity(caller)), () => access.organization(slug, caller)),
    dataset: (organizationSlug, slug, caller) =>
      datasets.get('', keyOf(organizationSlug, slug, ...identity(caller)), () =>
        access.dataset(organizationSlug, slug, caller),
      ),
    async holds(datasetId, path, hash) {
      const ask = async (): Promise<object | undefined> =>
        (await access.holds(datasetId, path, hash)) ? YES : undefined;
      return (await places.get(datasetId, keyOf(hash, path), ask)) !== undefined;
    },
  };
}

/** All of a caller that rights depend on. */
function identity(caller: Caller | undefined): readonly string[] {
  return caller === undefined ? [] : [caller.id, String(caller.isAdmin), caller.scope?.tokenId ?? ''];
}

/** Slugs come from addresses and may hold anything but NUL: no other separator keeps two questions apart. */
function keyOf(...parts: readonly string[]): string {
  return parts.join('\0');
}

/**
 * No password or token is kept as it is. A password is good for the address and device that brought it: remembered for all of
 * them, it would tell somebody who may not guess any more when a guess is right.
 */
function fingerprint(credentials: Credentials, { address, device }: SignInContext): string {
  const parts =
    credentials.kind === 'token'
      ? [credentials.kind, credentials.carrier, credentials.token]
      : [credentials.kind, credentials.userName, credentials.password, address, device ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
