import Type from 'typebox';
import { fail } from '../../errors/index.ts';
import { namedNumbers } from '../../input/index.ts';
import { checkSlug } from '../../organizations/index.ts';

/** What happens to entries of the destination that the source does not have. */
export const IMPORT_MODES = namedNumbers('Archive', 'ParallelFiles');
/** The dataset becomes what the source is: other entries are removed once everything has arrived. */
export const ARCHIVE = 0;

/** What to import from where to where, checked. */
export interface ImportRequest {
  /** Origin of the other instance. */
  readonly source: URL;
  readonly credentials: ImportCredentials | undefined;
  readonly sourceOrganization: string;
  /** Absent: all datasets of the organization. */
  readonly sourceDataset?: string;
  readonly destinationOrganization: string;
  readonly destinationDataset?: string;
  readonly mode: number;
}

export type ImportCredentials = { readonly userName: string; readonly password: string } | { readonly token: string };

const text = (description: string, maxLength = 128) => Type.Optional(Type.String({ maxLength, description }));

const organizationFields = {
  sourceRegistryUrl: text('Address of the other instance, `https://host[:port]`; `sourceUrl` is taken too', 2048),
  sourceUrl: text('The same', 2048),
  username: text('Name to sign in with there; absent: what is public is imported. `userName` is taken too', 256),
  password: text('Password to sign in with there; it is not kept', 1024),
  token: text('Instead of both: a bearer token of the other instance', 16_384),
  sourceOrganization: text('Slug there; `orgSlug` is taken too'),
  orgSlug: text('The same'),
  destinationOrganization: text('Slug here; default: that of the source. `targetOrgSlug` is taken too'),
  targetOrgSlug: text('The same'),
  mode: Type.Optional(IMPORT_MODES.schema),
  async: Type.Optional(Type.Boolean({ description: 'Answer 202 with the id of the job at once', default: false })),
};
const datasetFields = {
  sourceDataset: text('Slug there; `dsSlug` is taken too'),
  dsSlug: text('The same'),
  destinationDataset: text('Slug here; default: that of the source. `targetDsSlug` is taken too'),
  targetDsSlug: text('The same'),
};

export const OrganizationImportBody = Type.Object(organizationFields);
export const DatasetImportBody = Type.Object({ ...organizationFields, ...datasetFields });

/** @throws `invalid-input` with the name of the field that is wrong */
export function readOrganizationImport(body: Type.Static<typeof OrganizationImportBody>): ImportRequest {
  const { sourceRegistryUrl, sourceUrl, username, password, token, mode } = body;
  const sourceOrganization = slug('sourceOrganization', body.sourceOrganization ?? body.orgSlug);
  const destination = body.destinationOrganization ?? body.targetOrgSlug ?? sourceOrganization;
  return {
    source: readSource(required('sourceRegistryUrl', sourceRegistryUrl ?? sourceUrl)),
    credentials: readCredentials(username, password, token),
    sourceOrganization,
    destinationOrganization: slug('destinationOrganization', destination),
    mode: mode === undefined ? ARCHIVE : IMPORT_MODES.read('mode', mode),
  };
}

/** @throws `invalid-input` with the name of the field that is wrong */
export function readDatasetImport(body: Type.Static<typeof DatasetImportBody>): ImportRequest {
  const sourceDataset = slug('sourceDataset', body.sourceDataset ?? body.dsSlug);
  const destination = body.destinationDataset ?? body.targetDsSlug ?? sourceDataset;
  return {
    ...readOrganizationImport(body),
    sourceDataset,
    destinationDataset: slug('destinationDataset', destination),
  };
}

function readSource(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw fail('invalid-input', 'sourceRegistryUrl must be an address that begins with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw fail(
      'invalid-input',
      'sourceRegistryUrl must not hold a name or password; send them as username and password',
    );
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw fail('invalid-input', 'sourceRegistryUrl must not have a path, query or fragment: https://host[:port]');
  }
  return url;
}

function readCredentials(
  userName: string | undefined,
  password: string | undefined,
  token: string | undefined,
): ImportCredentials | undefined {
  if (token !== undefined) {
    if (userName !== undefined || password !== undefined)
      throw fail('invalid-input', 'token is sent instead of username and password, not with them');
    if (!/^[\x21-\x7e]+$/.test(token)) throw fail('invalid-input', 'token must be plain text without blanks');
    return { token };
  }
  if (userName === undefined && password === undefined) return undefined;
  return { userName: required('username', userName), password: required('password', password) };
}

function required(field: string, value: string | undefined): string {
  if (value === undefined) throw fail('invalid-input', `The ${field} field is required.`);
  return value;
}

function slug(field: string, value: string | undefined): string {
  const given = required(field, value);
  try {
    return checkSlug(given);
  } catch (cause) {
    throw fail('invalid-input', `${field}: ${(cause as Error).message}`);
  }
}
