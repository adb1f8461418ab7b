import { describe, expect, test } from 'vitest';
import type { Tool } from '../api/answers.ts';
import type { ListedTask, Offer, TaskChange } from '../api/tasks.ts';
import { changedTasks } from './changed-tasks.ts';
import { offeredInFolder, offeredTools } from './offered.ts';

const offer = (on: string, parameter: string | null, facts: Partial<Offer> = {}): Offer => ({
  on,
  parameter,
  types: null,
  bands: null,
  extensions: null,
  ...facts,
});
const tool = (id: string, requiredAccess: string, offers: readonly Offer[]): Tool => ({
  id,
  version: '1',
  title: id,
  description: '',
  requiredAccess,
  offers,
  producesArtifact: false,
  resultExtension: null,
  hidden: false,
  disabled: false,
  disabledMessage: null,
  inputSchema: {
    properties: { path: { type: 'string' }, paths: { anyOf: [{ type: 'array' }, { type: 'null' }] } },
  },
});
const TOOLS = [
  tool('export', 'Read', [offer('file', 'path', { types: [4] })]),
  tool('unpack', 'Write', [offer('file', 'path', { extensions: ['zip', '7z'] })]),
  tool('archive', 'Read', [offer('files', 'paths'), offer('folder', 'paths'), offer('dataset', null)]),
  tool('merge', 'Write', [offer('files', 'paths', { types: [4], extensions: ['tif'] })]),
  tool('unseen', 'Read', []),
  tool('slope', 'Read', [offer('file', 'path', { types: [4], bands: { count: 1, types: ['Float32', 'UInt16'] } })]),
];
const [raster, zip, folder] = [
  { path: 'a/b.tif', type: 4 },
  { path: 'x.ZIP', type: 2 },
  { path: 'a', type: 1 },
];

describe('tools', () => {
  test.each([
    ['the dataset', [], { archive: {}, export: {}, unpack: {}, merge: {}, slope: {} }],
    ['a raster', [raster], { export: { path: 'a/b.tif' } }],
    ['an archive', [zip], { unpack: { path: 'x.ZIP' } }],
    ['a folder', [folder], { archive: { paths: ['a'] } }],
    ['two files', [raster, zip], { archive: { paths: ['a/b.tif', 'x.ZIP'] } }],
    [
      'two rasters',
      [raster, raster],
      { archive: { paths: ['a/b.tif', 'a/b.tif'] }, merge: { paths: ['a/b.tif', 'a/b.tif'] } },
    ],
  ])('are offered for %s', (_, entries, offered) => {
    const found = (canWrite: boolean) =>
      Object.fromEntries(offeredTools(TOOLS, entries, canWrite).map(({ tool: { id }, given }) => [id, given]));
    expect(found(true)).toEqual(offered);
    // Readers are offered only the tools that read.
    expect(Object.keys(found(false))).toEqual(Object.keys(offered).filter((id) => id !== 'unpack' && id !== 'merge'));
  });

  const of = (...types: readonly string[]) => types.map((type) => ({ type, colorInterp: 'Gray' }));
  const alpha = (type: string) => ({ type, colorInterp: 'Alpha' });
  test.each([
    ['an elevation model', of('Float32'), true],
    ['one of whole numbers', of('UInt16'), true],
    ['one with transparency', [...of('Float32'), alpha('Byte')], true],
    ['five bands', of('Float32', 'Float32', 'Float32', 'Float32', 'Float32'), false],
    ['five bands of whole numbers', of('UInt16', 'UInt16', 'UInt16', 'UInt16', 'UInt16'), false],
    ['two bands', of('Float32', 'Float32'), false],
    ['a picture of greys', of('Byte'), false],
    ['one with transparency twice', [...of('Float32'), alpha('Byte'), alpha('Byte')], false],
    ['bands that are not told', undefined, false],
  ])('for heights fit a raster with %s: %o is %s', (_, bands, fitting) => {
    const chosen = { path: 'a.tif', type: 4, properties: { bands } };
    const ids = offeredTools(TOOLS, [chosen], true).map(({ tool: { id } }) => id);
    expect(ids).toEqual(fitting ? ['export', 'slope'] : ['export']);
  });

  test('in a folder are those for it, then those of the dataset, which take it where they take a folder', () => {
    const unpack = tool('unpack', 'Write', [offer('file', 'path')]);
    const intoFolder = { properties: { dest: { anyOf: [{ type: 'string', 'x-input': 'folder' }, { type: 'null' }] } } };
    const found = offeredInFolder(
      [{ ...unpack, inputSchema: intoFolder }, ...TOOLS.filter(({ id }) => id !== 'unpack')],
      'a/b',
      true,
    );
    expect(found.map(({ tool: { id }, given }) => [id, given])).toEqual([
      ['archive', { paths: ['a/b'] }],
      ['unpack', { dest: 'a/b' }],
      ['export', {}],
      ['merge', {}],
      ['slope', {}],
    ]);
  });
});

const facts = (taskId: string): Omit<ListedTask, 'owner'> => ({
  taskId,
  toolId: 'export',
  version: '1',
  state: 'Processing',
  createdAt: '',
  startedAt: null,
  finishedAt: null,
  path: null,
  errorType: null,
  errorText: null,
  mayOpen: true,
  mayControl: true,
  progressPercent: 1,
  phaseMessage: null,
  artifactExpiresAt: null,
  undoneAt: null,
  parentJobId: null,
  workflowExecutionId: null,
});

const task = (taskId: string): ListedTask => ({ ...facts(taskId), owner: 'anna', undoneAt: null });

test('a change is written into the list, and what only the list tells stays', () => {
  const change: TaskChange = { ...facts('b'), progressPercent: 50, logCursor: 3 };
  const list = [task('a'), task('b')];
  expect(changedTasks(list, change)).toMatchObject([list[0]!, { owner: 'anna', progressPercent: 50 }]);
  expect(changedTasks([task('a')], change)).toBeUndefined();
});
