import Type from 'typebox';
import { managesUsers, OPENID_LOGIN_PATH } from '../accounts/index.ts';
import type { Outputs } from '../builds/index.ts';
import { EntryType } from '../inspection/index.ts';
import { mapBackgrounds, type Settings } from '../settings/index.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const FeaturesBody = Type.Object({
  organizationMemberManagement: Type.Boolean(),
  userManagement: Type.Boolean({ description: 'False when an external identity provider signs users in' }),
  signIn: Type.Object({
    openId: nullable(
      Type.Object({
        name: Type.String(),
        url: Type.String({ description: 'Page of this service to send a browser to' }),
      }),
    ),
    password: Type.Boolean({ description: 'A name and a password are taken' }),
  }),
  storageLimiter: Type.Boolean(),
  maxConcurrentDownloadsPerUser: nullable(Type.Integer({ description: 'Beyond it downloads answer 429' })),
  disableAnonymousBulkDownloads: Type.Boolean({ description: 'Archives answer 401 unless the caller is signed in' }),
  passwordPolicy: nullable(
    Type.Object({
      minLength: Type.Integer(),
      requireDigit: Type.Boolean(),
      requireUppercase: Type.Boolean(),
      requireLowercase: Type.Boolean(),
      requireNonAlphanumeric: Type.Boolean(),
    }),
  ),
  datasetThumbnailCandidates: Type.Array(Type.String()),
  maxExportSizeBytes: nullable(Type.Integer()),
  bulkDownloadAsyncThresholdBytes: Type.Integer({
    description: 'Clients compare a selection with it and ask for a background task above it; the service refuses none',
  }),
  outputs: Type.Array(
    Type.Object({ name: Type.String(), title: Type.String(), entryTypes: Type.Array(Type.String()) }),
    { description: 'What is derived from files. The name is the folder below `build/{hash}`' },
  ),
  viewers: Type.Array(
    Type.Object({ name: Type.String(), opens: Type.String(), entryTypes: Type.Array(Type.String()) }),
    { description: 'What the web application shows: `map`, `scene`, or `tab` for what browsers show by themselves' },
  ),
  thumbnails: Type.Array(Type.String(), {
    description: 'Kinds of data with thumbnails; one whose program is not installed here is not among them',
  }),
  taskTools: Type.Array(Type.Object({}, { additionalProperties: true })),
  taskStates: Type.Array(
    Type.Object({ state: Type.String(), isTerminal: Type.Boolean(), value: Type.String(), terminal: Type.Boolean() }),
  ),
  hubOptions: nullable(Type.Object({}, { additionalProperties: true })),
  hubVersion: nullable(Type.String()),
  registryVersion: nullable(Type.String()),
  ddbVersion: nullable(Type.String()),
  map: Type.Object({
    basemap: nullable(Type.Object({ url: Type.String(), attribution: Type.String() })),
    backgrounds: Type.Array(
      Type.Object({
        name: Type.String(),
        url: Type.String({ description: 'Tiles by {z}, {x} and {y}; one that begins with / is of this site' }),
        attribution: Type.String(),
        isOtherSite: Type.Boolean({ description: 'Whether people are to be asked before such tiles are' }),
      }),
      { description: 'What the map may lie on beside the coast lines' },
    ),
  }),
});

/** What the kinds of the service make of files, and show. */
export interface Offered {
  readonly outputs: Outputs['all'];
  readonly viewers: readonly { readonly kind: string; readonly opens: string; readonly types: readonly EntryType[] }[];
  /** Names of the kinds of which thumbnails are drawn here. */
  readonly thumbnails: readonly string[];
}

const TYPES = Object.values(EntryType);
const namesOf = (types: readonly EntryType[]): string[] =>
  Object.entries(EntryType).flatMap(([name, type]) => (types.includes(type) ? [name] : []));

const ACTIVE = ['Created', 'Enqueued', 'Scheduled', 'Processing'];
const TERMINAL = ['Succeeded', 'Failed', 'Deleted'];

/** What this installation offers and how it is set up; what it has not says so by `false`, `null` or an empty list. */
export function describeFeatures(
  settings: Settings,
  version: string,
  taskTools: readonly object[],
  offered: Offered,
): Type.Static<typeof FeaturesBody> {
  const { basemapUrl, basemapAttribution } = settings.map;
  return {
    organizationMemberManagement: settings.enableOrganizationMemberManagement,
    userManagement: managesUsers(settings),
    signIn: {
      openId: settings.openId.issuer === undefined ? null : { name: settings.openId.name, url: OPENID_LOGIN_PATH },
      password: true,
    },
    storageLimiter: settings.enableStorageLimiter,
    maxConcurrentDownloadsPerUser: settings.maxConcurrentDownloadsPerUser ?? null,
    disableAnonymousBulkDownloads: settings.disableAnonymousBulkDownloads,
    passwordPolicy: { ...settings.passwordPolicy },
    datasetThumbnailCandidates: [...settings.datasetThumbnailCandidates],
    maxExportSizeBytes: settings.maxExportSizeBytes ?? null,
    bulkDownloadAsyncThresholdBytes: settings.bulkDownloadAsyncThresholdBytes,
    outputs: offered.outputs.map((output) => ({
      name: output.kind,
      title: output.title,
      entryTypes: namesOf(TYPES.filter((type) => output.appliesTo(type))),
    })),
    viewers: offered.viewers.map(({ kind, opens, types }) => ({ name: kind, opens, entryTypes: namesOf(types) })),
    thumbnails: [...offered.thumbnails],
    taskTools: [...taskTools],
    // Both spellings of each member: the specification's, and the one existing web clients read.
    taskStates: [...ACTIVE, ...TERMINAL].map((state) => {
      const isTerminal = TERMINAL.includes(state);
      return { state, isTerminal, value: state, terminal: isTerminal };
    }),
    hubOptions: withoutUnset(settings.hubOptions),
    hubVersion: null,
    registryVersion: version,
    ddbVersion: null,
    map: {
      basemap: basemapUrl === undefined ? null : { url: basemapUrl, attribution: basemapAttribution },
      backgrounds: mapBackgrounds(settings).map((background) => ({ ...background })),
    },
  };
}

/** Existing web clients test members for being there: what is not set is left out, and nothing set is `null`. */
function withoutUnset(options: Settings['hubOptions']): Record<string, unknown> | null {
  const set = Object.entries(options).filter(([, value]) => value !== undefined);
  return set.length === 0 ? null : Object.fromEntries(set);
}
