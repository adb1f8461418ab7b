/**
 * Every setting of the service, once: its type, default, range and meaning. The loader validates with it and
 * `docs/settings.md` is generated from it.
 *
 * In the settings file a key is nested and PascalCase (`{"DefaultAdmin": {"Password": "…"}}`); in the environment the
 * levels are joined by two underscores (`DefaultAdmin__Password`). Letter case does not matter in either.
 */
import Type, { type Static } from 'typebox';
import { backgrounds, isTilesAddress } from './backgrounds.ts';
import { optional, text, whole, yesNo, yesNoUnset } from './fields.ts';
import { processingPlatform } from './processing-platform.ts';

export const settingsSchema = Type.Object({
  host: text('Address the service listens on. `0.0.0.0` opens it to the network.', { default: '127.0.0.1' }),
  port: whole('Port the service listens on; 0 takes a free one.', 8080, 0, 65_535),
  dataDir: text('Folder for files, builds and the embedded database. Shared by all processes of a cluster.', {
    default: './data',
    minLength: 1,
  }),
  databaseUrl: optional(
    text('PostgreSQL server (`postgres://user:password@host/name`). Unset: the embedded database in the data folder.', {
      pattern: '^postgres(ql)?://',
      secret: true,
    }),
  ),
  processes: whole(
    'Processes that answer on the port, one for each processor at most. More than one needs `DatabaseUrl`: see `docs/installation.md`.',
    1,
    1,
    64,
  ),
  externalUrl: optional(
    text('Address users reach the service at, when a proxy stands before it (`https://maps.example.org`).', {
      pattern: '^https?://[^/]+(/.*)?$',
    }),
  ),
  trustProxy: yesNo('Believe `X-Forwarded-*` headers. Only behind a proxy that sets them.', false),
  trustedProxies: whole(
    'Proxies one behind the other, each of which adds the address it was called from to `X-Forwarded-For`. What stands before those was said by visitors and is not believed.',
    1,
    1,
    16,
  ),
  allowedOrigins: Type.Array(Type.String(), {
    description: 'Web origins that may call the API from a browser; empty means all of them, without credentials.',
    default: [],
  }),
  secret: optional(
    text(
      'Key that signs session tokens, 32 characters or more. Unset: made at the first start, kept in the data folder.',
      {
        minLength: 32,
        secret: true,
      },
    ),
  ),
  tokenExpirationInDays: whole(
    'Days a session is good for. Access tokens and links have ends of their own.',
    7,
    1,
    365,
  ),
  defaultAdmin: Type.Object({
    userName: text('Name of the administrator made at the first start.', {
      default: 'admin',
      pattern: '^[A-Za-z0-9]{1,127}$',
    }),
    email: text('E-mail of that administrator.', { default: 'admin@example.com', pattern: '^[^@\\s]+@[^@\\s]+$' }),
    password: optional(
      text('Password of that administrator. Unset: a random one is printed once at the first start.', {
        minLength: 1,
        secret: true,
      }),
    ),
  }),
  passwordPolicy: Type.Object({
    minLength: whole('Least number of characters of a password.', 8, 1, 256),
    requireDigit: yesNo('A password needs a digit.', true),
    requireUppercase: yesNo('A password needs an upper-case letter.', false),
    requireLowercase: yesNo('A password needs a lower-case letter.', false),
    requireNonAlphanumeric: yesNo('A password needs a character that is neither letter nor digit.', false),
  }),
  signIn: Type.Object({
    maxFailures: whole('Wrong passwords of one user from one address before that pair has to wait.', 5, 1, 1000),
    maxUserFailures: whole(
      'Wrong passwords of one user from any addresses before a sign-in needs a known address, a known device or a proof of work.',
      25,
      1,
      100_000,
    ),
    proofBits: whole(
      'Work of that proof: a program computes 2^n SHA-256 hashes. 20 takes a browser one to two seconds; each step doubles it.',
      20,
      8,
      28,
    ),
    maxAddressFailures: whole(
      'Wrong passwords from one address, whatever the user, before it has to wait.',
      50,
      1,
      100_000,
    ),
    lockMinutes: whole('Minutes to wait then, and minutes after which failures are forgotten.', 5, 1, 1440),
  }),
  externalAuthUrl: optional(
    text(
      'Address that is asked, by a form with `username` and `password` or with `token`, whether a user may sign in. With it users are managed there.',
      { pattern: '^https?://' },
    ),
  ),
  openId: Type.Object({
    issuer: optional(
      text(
        'OpenID Connect provider that signs users in (`https://login.example.org`). With it users are managed there.',
        {
          pattern: '^https?://',
        },
      ),
    ),
    clientId: text('Name of this service at the provider.', { default: 'alidade' }),
    clientSecret: optional(
      text('Secret of this service at the provider; unset for a public client.', { secret: true }),
    ),
    name: text('What the button on the sign-in page calls the provider.', { default: 'single sign-on' }),
    scopes: Type.Array(Type.String(), {
      description: 'Scopes asked for.',
      default: ['openid', 'profile', 'email'],
    }),
    userNameClaim: text('Claim that holds the user name; what is no letter or digit is left out.', {
      default: 'preferred_username',
    }),
    groupsClaim: text('Claim that holds the groups of the user.', { default: 'groups' }),
    groupRoles: Type.Array(Type.String({ pattern: '^.+=.+$' }), {
      description: 'Which group gives which role: `group=role`. Groups without a line give none.',
      default: [],
    }),
  }),
  enableStorageLimiter: yesNo('Refuse uploads that exceed the quota of the owner of the organization.', false),
  defaultStorageQuotaMB: optional(
    Type.Integer({
      description: 'Quota new users get, in MiB. Unset: unlimited.',
      minimum: 0,
      maximum: 1_000_000_000_000,
    }),
  ),
  enableOrganizationMemberManagement: yesNo('Organizations have members whom their managers choose.', true),
  enableDefaultUserOrganization: yesNo('A new user gets an organization of the same name.', true),
  monitorToken: optional(
    text('Lets a monitoring program read health and metrics without an account. Unset: administrators only.', {
      minLength: 16,
      secret: true,
    }),
  ),
  auditRetentionDays: whole('Days the audit log is kept.', 365, 1, 36_500),
  jobIndexRetentionDays: whole('Days the records of ended jobs are kept.', 60, 1, 36_500),
  minFreeDiskPercent: whole('Free space of the data folder below which health is `Degraded`.', 10, 0, 100),
  maxConcurrentDownloadsPerUser: optional(
    Type.Integer({
      description:
        'Downloads one user, or one address of anonymous visitors, may have open at the same time. Unset: unlimited. Administrators are not limited.',
      minimum: 1,
      maximum: 100_000,
    }),
  ),
  disableAnonymousBulkDownloads: yesNo('Anonymous visitors may download single files only, no archives.', false),
  bulkDownloadAsyncThresholdBytes: whole(
    'Size of a selection, in bytes, above which clients ask for a background task instead of an archive at once. The service itself refuses no size.',
    // Half a gigabyte is where browsers begin to time out.
    524_288_000,
    1,
    Number.MAX_SAFE_INTEGER,
  ),
  maxExportSizeBytes: optional(
    Type.Integer({
      description:
        'Largest file an export may make, in bytes. Unset: unlimited, but for coverages and files of features (1 GiB).',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
  uploads: Type.Object({
    resumeHours: whole('Hours an interrupted resumable upload is kept.', 24, 1, 720),
    batchHours: whole(
      'Hours after its last use that a batch (share, push) is rolled back, and what is told of an ended one is forgotten.',
      1,
      1,
      720,
    ),
    maxSizeMB: whole('Largest file that is taken, in MiB.', 10_000_000, 1, 1_000_000_000),
  }),
  import: Type.Object({
    allowedHosts: Type.Array(Type.String(), {
      description:
        'Host names and address ranges (`10.0.0.0/8`) that may be imported from although they are private. Others that are not public are refused.',
      default: [],
    }),
    maxRedirects: whole('Redirects followed per request.', 5, 0, 20),
    idleTimeoutSeconds: whole('Longest time another service may send nothing.', 30, 1, 3600),
    fileTimeoutSeconds: whole('Longest time one file may take.', 86_400, 10, 1_000_000),
    maxSizeMB: whole('Most that one import may bring, in MiB.', 10_000_000, 1, 1_000_000_000_000),
    parallelFiles: whole('Files fetched at the same time.', 4, 1, 32),
  }),
  hubOptions: Type.Object({
    appName: optional(text('Name of the installation, shown instead of Alidade.')),
    appLogo: optional(text('Address of a logo.')),
    appIcon: optional(text('Address of an icon.')),
    showRegistrationLink: optional(yesNoUnset('Existing web clients: show a link for registration.')),
    disableDatasetCreation: optional(yesNoUnset('Existing web clients: hide the creation of datasets.')),
    disableStorageInfo: optional(yesNoUnset('Existing web clients: hide storage.')),
    disableAccountManagement: optional(yesNoUnset('Existing web clients: hide the change of the password.')),
    singleOrganization: optional(text('Existing web clients: slug of the only organization shown.')),
    readOnlyOrgs: optional(yesNoUnset('Existing web clients: organizations cannot be changed.')),
  }),
  datasetThumbnailCandidates: Type.Array(Type.String(), {
    description:
      'Names of root files that serve as a dataset’s picture, first found wins. Without one a raster, photo or vector file does.',
    default: ['thumbnail.webp', 'thumbnail.jpg', 'thumbnail.png', 'cover.webp', 'cover.jpg', 'cover.png'],
  }),
  map: Type.Object({
    basemapUrl: optional(
      Type.Refine(
        text(
          'Tiles of one more background of the map (`https://…/{z}/{x}/{y}.png`), which is called as its site. Several: `Map.Backgrounds`.',
          {
            pattern: '^https?://',
          },
        ),
        isTilesAddress,
      ),
    ),
    basemapAttribution: text('Attribution the provider of those tiles asks for.', { default: '' }),
    backgrounds,
  }),
  engine: Type.Object({
    children: whole('Processes that read uploaded files (GDAL, image library), without those of builds.', 2, 1, 64),
    callTimeoutSeconds: whole('Longest time one file may take to be read.', 60, 1, 3600),
    memoryLimitMB: whole('Memory one reading or converting process may take, in MiB.', 2048, 256, 1_048_576),
  }),
  builds: Type.Object({
    concurrency: optional(
      Type.Integer({
        description:
          'Builds that run at the same time in one process, if their memory allows it; one of a small file more. 0: none here, another process does them. Unset: one for each processor.',
        minimum: 0,
        maximum: 64,
        alias: 'Builds__Workers',
      }),
    ),
    timeoutSeconds: whole('Longest time one build may take.', 86_400, 10, 1_000_000),
    idleTimeoutSeconds: Type.Integer({
      description:
        'Longest time a program of a build may go without output and without a hundredth of a processor at work.',
      default: 3600,
      minimum: 1,
      maximum: 86_400,
      // The interface's name of it. It holds for all builds.
      alias: 'SVC_BUILDLOD_IDLE_TIMEOUT_SECONDS',
    }),
    minFreeDiskMB: whole(
      'Free space below which no build starts and a running one is ended, in MiB; 0: no check.',
      512,
      0,
      1_000_000_000,
    ),
    compressModels: yesNo(
      'Compress the geometry of Nexus models (Corto), to about a seventh. Off: for viewers that cannot decode it.',
      true,
    ),
  }),
  processingPlatform,
  memory: Type.Object({
    maxMB: optional(
      Type.Integer({
        description:
          'Memory that one process should stay below, in MiB, child processes aside. Work that does not fit waits, and is refused with 503 when too much waits. Unset: half of the memory of the machine or its container, divided by `Processes`, at least 512.',
        minimum: 512,
        maximum: 16_777_216,
      }),
    ),
  }),
  tiles: Type.Object({
    cacheMB: whole('Memory for drawn map tiles and thumbnails, in MiB.', 128, 0, 65_536),
    openFiles: whole('Raster files kept open between requests.', 256, 1, 65_536),
  }),
  shutdownSeconds: whole('Time running requests get to end when the service is told to stop.', 20, 0, 3600),
  logLevel: Type.Union(
    (['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const).map((level) => Type.Literal(level)),
    { description: 'Least severity that is logged; `debug` has a line for each request.', default: 'info' },
  ),
});

/** All settings, validated and frozen. Optional ones are absent when not set. */
export type Settings = Readonly<Static<typeof settingsSchema>>;
