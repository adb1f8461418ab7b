import { createHash } from 'node:crypto';
import { createLookup, type Changes } from '../database/index.ts';
import type { AccessControl, Caller, Credentials, DatasetGrant } from './access.ts';

/** Callers and grants remembered in one process: some hundred bytes each. */
const MAX_ANSWERS = 20_000;

/**
 * The same decisions, each looked up once until a notice of the database says that rights changed. A map view asks for
 * forty tiles at once, a program with a password sends it with every request, and checking one takes 20 ms of a core.
 */
export function rememberAccess(access: AccessControl, changes: Changes): AccessControl {
  const bounds = { groups: 1, answers: MAX_ANSWERS };
  const callers = createLookup<Caller>(changes, 'access', bounds);
  const datasets = createLookup<DatasetGrant>(changes, 'access', bounds);
  return {
    authenticate: (credentials, address) =>
      callers.get('', fingerprint(credentials), () => access.authenticate(credentials, address)),
    holds: (datasetId, path, hash) => access.holds(datasetId, path, hash),
    organization: (slug, caller) => access.organization(slug, caller),
    dataset: (organizationSlug, slug, caller) =>
      datasets.get('', `${organizationSlug}/${slug}/${caller?.id ?? ''}/${caller?.isAdmin ?? ''}`, () =>
        access.dataset(organizationSlug, slug, caller),
      ),
  };
}

/** No password or token is kept as it is. */
function fingerprint(credentials: Credentials): string {
  const parts =
    credentials.kind === 'token'
      ? [credentials.kind, credentials.carrier, credentials.token]
      : [credentials.kind, credentials.userName, credentials.password];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
