import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  checkCycles,
  checkOperations,
  checkOwnPrograms,
  checkParsers,
  checkProcessBoundary,
  checkReadable,
} from './import-graph.mjs';
import { readImportGraph } from './source-imports.mjs';

/**
 * Writes files and reads their graph.
 * @param {Readonly<Record<string, string>>} files code by path below src/
 */
function graphOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'alidade-imports-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, code] of Object.entries(files)) {
    const file = join(root, 'src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  return readImportGraph(root, 'src');
}

describe('parsers', () => {
  const refused = 'src/a.ts imports sharp; only *.child.ts and program.ts may.';
  test.each([
    "import sharp from 'sharp';",
    "import 'sharp';",
    "import { type Sharp } from 'sharp';",
    "import sharp, {\n  type Sharp,\n  cache,\n} from 'sharp';",
    "export * from 'sharp';",
    "import { cache } from 'sharp/lib/utility.js';",
    "const { cache } = await import('sharp');",
    "const sharp = createRequire(import.meta.url)('sharp');",
    "const load = createRequire(import.meta.url);\nload('sharp');",
  ])('%s belongs into a child', (code) => {
    expect(checkParsers(graphOf({ 'a.ts': code }), [])).toEqual([refused]);
    for (const name of ['a.child.ts', 'b/program.ts', 'a.test.ts', 'b/testing/a.ts']) {
      expect(checkParsers(graphOf({ [name]: code }), [])).toEqual([]);
    }
  });

  test.each([
    "import type Sharp from 'sharp';",
    "import type * as Sharp from 'sharp';",
    "export type { Sharp } from 'sharp';",
    "type Sharp = typeof import('sharp');",
    "// import sharp from 'sharp';",
    "/**\n * import sharp from 'sharp';\n */",
    "import sharpen from 'sharpen';",
    "import { sharp } from './sharp';",
  ])('%s loads no parser', (code) => {
    expect(checkParsers(graphOf({ 'a.ts': code }), [])).toEqual([]);
  });

  test('an exception covers one package of one file, and must be needed', () => {
    const graph = graphOf({
      'a.ts': "import sharp from 'sharp';",
      'b.ts': "import sharp from 'sharp';\nimport exifr from 'exifr';",
    });
    const exception = { file: 'src/b.ts', package: 'sharp', because: 'It is a test.' };
    const unneeded = { ...exception, package: 'tar' };
    expect(checkParsers(graph, [exception, unneeded])).toEqual([
      refused,
      'src/b.ts imports exifr; only *.child.ts and program.ts may.',
      'src/b.ts needs no exception in tools/checks/import-graph.mjs. Remove it from the list.',
    ]);
  });
});

describe('paths that the check reads', () => {
  test('variables need an exception', () => {
    const graph = graphOf({
      'a.ts': 'await import(name);',
      'b.ts': 'await import(name);',
      'c.ts': 'const address = import.meta.resolve(name);',
      'd.ts': "import.meta.resolve('./' + name);\nnew URL('./' + name, import.meta.url);",
      'e.ts': "new URL(name, import.meta.url);\nawait import('./' + name);",
    });
    expect(checkReadable(graph, [{ file: 'src/b.ts', because: 'It is a test.' }])).toEqual([
      'src/a.ts calls import() without a path in quotes.',
      'src/c.ts calls import.meta.resolve without a path in quotes.',
      'src/d.ts calls import.meta.resolve without a path in quotes.',
      'src/d.ts makes an address of a module without a path in quotes.',
      'src/e.ts makes an address of a module without a path in quotes.',
      'src/e.ts calls import() without a path in quotes.',
    ]);
    const literal = graphOf({ 'a.ts': "await import('./b.ts');\nimport.meta.resolve('./b.ts');", 'b.ts': '' });
    expect(checkReadable(literal, [])).toEqual([]);
    expect(checkReadable(literal, [{ file: 'src/a.ts', because: 'It is a test.' }])).toEqual([
      'src/a.ts needs no exception in tools/checks/import-graph.mjs. Remove it from the list.',
    ]);
  });

  test('threads and children must exist', () => {
    const code = "new URL('./thread.ts', import.meta.url);\nimport.meta.resolve('./x.child.ts');";
    expect(checkReadable(graphOf({ 'a.ts': code }), [])).toEqual([
      'src/a.ts names ./thread.ts, which does not exist.',
      'src/a.ts names ./x.child.ts, which does not exist.',
    ]);
    expect(checkReadable(graphOf({ 'a.ts': code, 'thread.ts': '', 'x.child.ts': '' }), [])).toEqual([]);
  });
});

test('threads and children belong to the module, or the kind, that starts them', () => {
  const graph = graphOf({
    'kinds/raster/a.ts': "import.meta.resolve('./read/x.child.ts');\nimport.meta.resolve('../vector/x.child.ts');",
    'kinds/raster/read/x.child.ts': '',
    'kinds/vector/x.child.ts': '',
    'jobs/b.ts': "new URL('../http/thread.ts', import.meta.url);",
    'http/thread.ts': '',
  });
  expect(checkOwnPrograms(graph).toSorted()).toEqual([
    'src/jobs/b.ts starts src/http/thread.ts of another module.',
    'src/kinds/raster/a.ts starts src/kinds/vector/x.child.ts of another module.',
  ]);
});

describe('the process boundary', () => {
  const entries = ['src/main.ts'];
  test.each([
    ['a static import', "import { x } from './b.child.ts';"],
    ['an export', "export { x } from './b.child.ts';"],
    ['a dynamic import', "await import('./b.child.ts');"],
    ['a require', "createRequire(import.meta.url)('./b.child.ts');"],
    ['a thread', "new Worker(new URL('./b.child.ts', import.meta.url));"],
  ])('%s of a child fails with the chain of imports', (_, code) => {
    const graph = graphOf({
      'main.ts': "await import('./a/index.ts');",
      'a/index.ts': "export { start } from './start.ts';",
      'a/start.ts': "const thread = new URL('thread.ts', import.meta.url);",
      'a/thread.ts': code,
      'a/b.child.ts': "import './c.child.ts';",
      'a/c.child.ts': '',
    });
    expect(checkProcessBoundary(graph, entries)).toEqual([
      'The server process loads src/a/b.child.ts:\n' +
        '  src/main.ts\n  src/a/index.ts\n  src/a/start.ts\n  src/a/thread.ts\n  src/a/b.child.ts',
    ]);
  });

  test('a program counts as a child does', () => {
    const graph = graphOf({ 'main.ts': "import './a/program.ts';", 'a/program.ts': '' });
    expect(checkProcessBoundary(graph, entries)).toEqual([
      'The server process loads src/a/program.ts:\n  src/main.ts\n  src/a/program.ts',
    ]);
  });

  test('addresses of children, types, and files that nothing loads are outside', () => {
    const graph = graphOf({
      'main.ts':
        "import type * as child from './a.child.ts';\n" +
        "import.meta.resolve('./a.child.ts');\nimport.meta.resolve('./b/program.ts');",
      'a.child.ts': "import './driver.child.ts';",
      'b/program.ts': "import '../a.child.ts';",
      'driver.child.ts': '',
      'unused.ts': "import './driver.child.ts';",
    });
    expect(checkProcessBoundary(graph, entries)).toEqual([]);
  });

  test('the address of another file is followed', () => {
    const graph = graphOf({
      'main.ts': "import.meta.resolve('./thread.ts');",
      'thread.ts': "import './a.child.ts';",
      'a.child.ts': '',
    });
    expect(checkProcessBoundary(graph, entries)).toHaveLength(1);
  });

  test('an entry must exist', () => {
    expect(checkProcessBoundary(graphOf({ 'a.ts': '' }), entries)).toEqual(['src/main.ts does not exist.']);
  });
});

describe('cycles', () => {
  test.each([
    ['values', "import './a.ts';"],
    ['types', "import type { A } from './a.ts';"],
    ['threads', "new URL('./a.ts', import.meta.url);"],
    ['addresses', "import.meta.resolve('./a.ts');"],
  ])('%s close a cycle', (_, code) => {
    const graph = graphOf({
      'a.ts': "import './b.ts';",
      'b.ts': "import './c.ts';\nimport './end.ts';",
      'c.ts': code,
      'end.ts': '',
      'start.ts': "import './a.ts';",
    });
    expect(checkCycles(graph)).toEqual(['The imports form a cycle:\n  src/a.ts\n  src/b.ts\n  src/c.ts\n  src/a.ts']);
  });

  test('each cycle is found once, and a file between two is part of none', () => {
    const graph = graphOf({
      'a.ts': "import './b.ts';",
      'b.ts': "import './a.ts';\nimport './between.ts';",
      'between.ts': "import './c.ts';",
      'c.ts': "import './d.ts';",
      'd.ts': "import './c.ts';",
    });
    const complaints = checkCycles(graph);
    expect(complaints).toHaveLength(2);
    expect(complaints.join()).not.toContain('between');
  });

  test('a diamond and a file that names itself are no cycle', () => {
    const graph = graphOf({
      'a.ts': "import './b.ts';\nimport './c.ts';",
      'b.ts': "import './d.ts';",
      'c.ts': "import './d.ts';",
      'd.ts': "new URL('./d.ts', import.meta.url);",
    });
    expect(checkCycles(graph)).toEqual([]);
  });
});

describe('operations', () => {
  const call = "export const read = operation<typeof facts>(import.meta.resolve('./facts.child.ts'));";
  const needed = "src/a.ts needs: import type * as facts from './facts.child.ts';";
  const untyped = 'src/a.ts makes an operation of ./facts.child.ts without its type: operation<typeof NAME>(…).';
  test.each([
    ['the module that the child loads', `import type * as facts from './facts.child.ts';\n${call}`, []],
    ['another module', `import type * as facts from './other.child.ts';\n${call}`, [needed]],
    ['another name', `import type * as fact from './facts.child.ts';\n${call}`, [needed]],
    ['a value import', `import * as facts from './facts.child.ts';\n${call}`, [needed]],
    ['no import', call, [needed]],
    ['no type', "operation(import.meta.resolve('./facts.child.ts'));", [untyped]],
    ['a type of its own', "operation<Facts>(\n  import.meta.resolve('./facts.child.ts'),\n);", [untyped]],
  ])('types from %s', (_, code, complaints) => {
    expect(checkOperations(graphOf({ 'a.ts': code }))).toEqual(complaints);
  });
});
