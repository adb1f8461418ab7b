// The import rules of docs/architecture.md, checked by `npm run lint`.

/** From the ground up: a module may import modules of lower layers only. */
const layers = [
  ['settings', 'concurrency', 'fonts', 'sync', 'bytes', 'spectral', 'errors'],
  ['database', 'memory', 'forms', 'input'],
  ['access', 'audit', 'jobs', 'engine', 'blobs'],
  ['http'],
  ['formats', 'projections'],
  ['render'],
  ['accounts'],
  ['organizations'],
  ['datasets'],
  ['builds'],
  ['raster', 'vector'],
  ['ogc', 'stac', 'transfers', 'tasks', 'system'],
  ['tools'],
  ['application'],
];
/** Tests, and the folders `testing/` of what several of them share. */
const isTest = '\\.test\\.tsx?$|/testing/';
const modules = layers.flat();

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

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...downOnly,
    {
      name: 'through-index-only',
      comment: 'Into another module only through its index.ts; what tests share (testing-is-for-tests) has none.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', '/testing/'] },
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
      comment: 'The web application knows the server only through HTTP.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(src|tools|bench)/' },
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
      comment: 'The web application gets kinds from web/src/kinds/index.ts, so a new kind changes no other file.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: ['^web/src/kinds/', isTest] },
      to: { path: '^web/src/kinds/', pathNot: '^web/src/kinds/index\\.ts$' },
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
      comment: 'web/src/kinds/index.ts is the only list of kinds.',
      severity: 'error',
      from: { path: '^web/src/kinds/[^/]+$', pathNot: ['^web/src/kinds/index\\.ts$', isTest] },
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
      from: { path: '^tools/', pathNot: ['\\.test\\.mjs$', '^tools/bootstrap/gdal-check\\.mjs$', '^tools/generated/'] },
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
