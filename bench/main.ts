/**
 * Benchmarks: `npm run bench` runs all, `npm run bench -- upload` one, `npm run bench -- peers` the table of all peers. Each
 * compares with a peer or the physical limit in the same run and prints a table; none is a test. What was learned stands in
 * docs/performance.md.
 */
const BENCHMARKS: Readonly<Record<string, string>> = {
  tiles: './tiles/bench.ts',
  maps: './maps/bench.ts',
  mvt: './mvt/bench.ts',
  thumbnails: './thumbnails/bench.ts',
  http: './http/bench.ts',
  upload: './upload/bench.ts',
  batches: './batches/bench.ts',
  pushes: './pushes/bench.ts',
  entries: './entries/bench.ts',
  client: './client/bench.ts',
  zip: './zip/bench.ts',
  archives: './archives/bench.ts',
  inspection: './inspection/bench.ts',
  import: './import/bench.ts',
  access: './access/bench.ts',
  identity: './identity/bench.ts',
  search: './search/bench.ts',
  stac: './stac/bench.ts',
  stamp: './stamp/bench.ts',
  trees: './trees/bench.ts',
  cog: './cog/bench.ts',
  builds: './builds/bench.ts',
  pointcloud: './pointcloud/bench.ts',
  mesh: './mesh/bench.ts',
  splat: './splat/bench.ts',
  features: './features/bench.ts',
  ogc: './ogc/bench.ts',
  tasks: './tasks/bench.ts',
  'raster-export': './tasks/raster-export/bench.ts',
  pages: './pages/bench.ts',
  peers: './peers/bench.ts',
};

const words = process.argv.slice(2);
// What follows `peers` are its subjects.
const asked = words.includes('peers') ? words.slice(0, words.indexOf('peers') + 1) : words;
const unknown = asked.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}
for (const name of asked.length > 0 ? asked : Object.keys(BENCHMARKS)) {
  console.log(`\n# ${name}\n`);
  await import(BENCHMARKS[name]!);
}
