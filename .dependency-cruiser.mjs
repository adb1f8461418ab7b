// The import rules of docs/architecture.md, checked by `npm run lint`.
import { readdirSync } from 'node:fs';

/** Tests, and the folders `testing/` of what several of them share. */
const isTest = '\\.test\\.tsx?$|/testing/';

/** From the ground up: a module may import modules of lower layers only. */
const layers = [
  ['settings', 'concurrency', 'fonts', 'sync', 'bytes', 'errors', 'webassembly'],
  ['database', 'memory', 'forms', 'input', 'zip'],
  ['access', 'audit', 'jobs', 'engine', 'blobs'],
  ['http'],
  ['geodata'],
  ['projections', 'render'],
  ['inspection'],
  ['accounts'],
  ['organizations'],
  ['datasets'],
  ['builds'],
  ['thumbnails', 'tasks', 'transfers'],
  ['kinds'],
  ['ogc', 'search', 'stac', 'system', 'tools'],
  ['application'],
];
/**
 * What a kind uses of another kind, each with its reason. Whatever else two kinds share is in `geodata` (reading) or `render`
 * (drawing).
 */
const sharedByKinds = [
  { from: 'terrain', to: 'raster/index\\.ts', because: 'Elevation models are rasters.' },
  { from: 'terrain', to: 'vector/read/open-vector\\.ts', because: 'The areas of a volume are a vector file.' },
  { from: 'terrain', to: 'vector/index\\.ts', because: 'The areas of a volume are a vector file.' },
  { from: 'photo', to: 'raster/index\\.ts', because: 'Footprints lie on the ground of an elevation model.' },
  { from: 'photo', to: 'vector/index\\.ts', because: 'Footprints are written in every format of the vector export.' },
  {
    from: 'splat',
    to: 'mesh/place/[a-z-]+\\.ts',
    because: 'Splats lie where the files beside them say, as meshes do.',
  },
  {
    from: 'raster',
    to: 'photo/index\\.ts',
    because: 'A raster without a place is a picture; bands of cameras are photos.',
  },
];
/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const kindsApart = readdirSync(new URL('src/kinds', import.meta.url), { withFileTypes: true })
  .filter((item) => item.isDirectory() && item.name !== 'testing')
  .map(({ name }) => name)
  .map((kind) => ({
    name: `kinds-apart-${kind}`,
    comment: 'A kind uses another one only where `sharedByKinds` says why.',
    severity: 'error',
    from: { path: `^src/kinds/${kind}/`, pathNot: isTest },
    to: {
      path: '^src/kinds/',
      pathNot: [
        `^src/kinds/${kind}/`,
        '^src/kinds/(kind|tool-services)\\.ts$',
        ...sharedByKinds.filter(({ from }) => from === kind).map(({ to }) => `^src/kinds/${to}$`),
      ],
    },
  }));
const modules = layers.flat();
/**
 * Files that pages share with the service: they read a format, and need neither Node.js nor anything else of the service. A page that
 * had its own copy would drift from what the service writes.
 */
const sharedWithPages = [
  {
    path: 'kinds/mesh/nexus/nexus-head\\.ts',
    because: 'Scenes read Nexus files by ranges.',
  },
  {
    path: 'kinds/mesh/corto/(corto-decode|corto-format|decode-[a-z]+|bit-reader|byte-reader|estimated-normals|octahedron|tunstall|tunstall-decode)\\.ts',
    because: 'Nodes of a Nexus file are Corto streams; workers of scenes decode them.',
  },
  {
    path: 'kinds/splat/draw/usual-up\\.ts',
    because: 'Splats stand in scenes as they do in their thumbnails.',
  },
  {
    path: '(search/(place|grid)-text|projections/utm|geodata/web-mercator)\\.ts',
    because: 'The finder shows the place that the service finds datasets at.',
  },
  {
    path: 'inspection/companions\\.ts',
    because: 'The list of files folds what the service reads together.',
  },
].map(({ path }) => `^src/${path}$`);

/** Files that speak HTTP, beside the modules `http`, `ogc` and `application` and the programs. */
const speaksHttp = [
  '/routes[^/]*\\.ts$',
  '-routes\\.ts$',
  '/routes/',
  // Counts the answers of the server by route and status.
  '^src/system/metrics/metrics\\.ts$',
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} Tests set up what is above them; modules may not use it. */
const downOnly = layers.map((layer, height) => {
  const notBelow = layers.slice(height).flat().join('|');
  return {
    name: `down-only-${layer.join('-')}`,
    comment: 'Imports point down the list of layers only.',
    severity: 'error',
    from: { path: `^src/(${layer.join('|')})/`, pathNot: isTest },
    to: { path: `^src/(${notBelow})/`, pathNot: '^src/$1/' },
  };
});

/** Files beside `index.ts` by which a module is entered. */
const otherEntries = [
  // Small files that read formats: to use one must not load the others, and GDAL with them.
  '^src/geodata/',
  '^src/projections/utm\\.ts$',
  // The part of the engine that children load.
  '^src/engine/for-children\\.ts$',
  '^src/tasks/tool-kit/index\\.ts$',
  '^src/kinds/[^/]+/index\\.ts$',
  // AssemblyScript, which is compiled into the modules that import it; `index.ts` is of the other language.
  '^src/webassembly/assembly/eight-rows\\.ts$',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...downOnly,
    ...kindsApart,
    {
      name: 'through-index-only',
      comment: 'Into another module only through its index.ts; what tests share (testing-is-for-tests) has none.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: isTest },
      to: { path: '^src/[^/]+/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', ...otherEntries] },
    },
    {
      name: 'http-in-routes-only',
      comment: 'Routes translate between HTTP and the rest: errors come from src/errors, grants from src/access.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [isTest, '^src/(http|ogc|application|client)/', '^src/[^/]+\\.ts$', ...speaksHttp],
      },
      to: { path: ['^src/http/', 'node_modules/fastify/'] },
    },
    {
      name: 'programs-through-index-only',
      comment: 'main.ts and server.ts, too, enter a module through its index.ts.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: isTest },
      to: { path: '^src/[^/]+/', pathNot: '^src/[^/]+/index\\.ts$' },
    },
    {
      name: 'nothing-imports-the-programs',
      comment: 'main.ts and server.ts are what is started; no module knows them.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: isTest },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'modules-are-listed',
      comment: 'A new module gets its place in the list of layers (here and in docs/architecture.md).',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${modules.join('|')}|client)/` },
      to: {},
    },
    {
      name: 'client-knows-http-only',
      comment:
        'The command line client knows the server only through HTTP; what both sides of a copy do alike is in sync and bytes.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: isTest },
      to: { path: '^src/', pathNot: ['^src/client/', '^src/(sync|bytes)/index\\.ts$'] },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: `^src/(${modules.join('|')})/`, pathNot: isTest },
      to: { path: '^src/client/' },
    },
    {
      name: 'web-knows-http-only',
      comment:
        'The web application knows the server only through HTTP; readers of formats are shared (`sharedWithPages`).',
      severity: 'error',
      from: { path: '^web/', pathNot: isTest },
      to: { path: '^(src|tools|bench)/', pathNot: sharedWithPages },
    },
    {
      name: 'web-tests-know-http-only',
      comment: 'As above; tests also make small files of shared formats.',
      severity: 'error',
      from: { path: '^web/.*\\.test\\.tsx?$' },
      to: {
        path: '^(src|tools|bench)/',
        pathNot: [...sharedWithPages, '^src/kinds/mesh/nexus/testing/nexus-bytes\\.ts$'],
      },
    },
    {
      name: 'shared-with-pages-stands-alone',
      comment: 'What pages share with the service imports nothing that a browser does not have.',
      severity: 'error',
      from: { path: sharedWithPages },
      to: { pathNot: sharedWithPages },
    },
    {
      name: 'api-is-types',
      comment:
        'api/ holds the types of the routes, for those who know the service through HTTP. No code is loaded from it.',
      severity: 'error',
      from: {},
      to: { path: '^api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'api-is-for-callers',
      comment: 'The service is where the types come from: it does not use them.',
      severity: 'error',
      from: { pathNot: ['^api/', '^web/', '^src/client/', '^test/', isTest] },
      to: { path: '^api/' },
    },
    {
      name: 'api-stands-alone',
      severity: 'error',
      from: { path: '^api/' },
      to: { pathNot: '^api/' },
    },
    {
      name: 'web-kinds-through-index-only',
      comment:
        'The web application gets kinds from web/src/kinds/index.ts (the map: on-map.ts), so a new kind changes no other file.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: ['^web/src/kinds/', isTest] },
      to: { path: '^web/src/kinds/', pathNot: '^web/src/kinds/(index|on-map)\\.ts$' },
    },
    {
      name: 'web-kinds-stand-alone',
      comment: 'A kind imports no other kind. Shared code lies directly in web/src/kinds.',
      severity: 'error',
      from: { path: '^web/src/kinds/([^/]+)/' },
      to: { path: '^web/src/kinds/[^/]+/', pathNot: '^web/src/kinds/$1/' },
    },
    {
      name: 'web-kinds-listed-once',
      comment: 'web/src/kinds/index.ts is the only list of kinds, on-map.ts that of the kinds on the map.',
      severity: 'error',
      from: { path: '^web/src/kinds/[^/]+$', pathNot: ['^web/src/kinds/(index|on-map)\\.ts$', isTest] },
      to: { path: '^web/src/kinds/[^/]+/' },
    },
    {
      name: 'server-stands-alone',
      comment: 'The server runs without the web application, the tests and the tools.',
      severity: 'error',
      from: { path: '^src/', pathNot: isTest },
      to: { path: '^(web|test|bench|tools)/' },
    },
    {
      name: 'server-runs-on-dependencies',
      comment: 'What src/ imports at run time is a dependency, not a development dependency.',
      severity: 'error',
      from: { path: '^src/', pathNot: isTest },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'What stands in a folder testing/ is no part of the program.',
      severity: 'error',
      from: { path: '^src/', pathNot: isTest },
      to: { path: '/testing/' },
    },
    {
      name: 'bootstrap-needs-nothing',
      comment: 'The bootstrap runs before any package is installed.',
      severity: 'error',
      from: {
        path: '^tools/',
        pathNot: [
          '\\.test\\.mjs$',
          '^tools/bootstrap/gdal-check\\.mjs$',
          // The bootstrap runs these as programs of their own, after the packages.
          '^tools/(bundle-server|make-empty-database|vite-texts)\\.mjs$',
          '^tools/texts/',
          '^tools/generated/',
        ],
      },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
