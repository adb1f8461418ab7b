import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputsOf, pathInBuild, type Output } from '../builds/index.ts';
import { createThumbnails } from '../thumbnails/index.ts';
import { allKinds, everyKind, kindsOf } from './index.ts';
import { video } from './video/kind.ts';

const SOURCES = join(import.meta.dirname, '..');
const artifact = { path: 'a', mediaType: 'text/plain', title: 'A', roles: [], required: true, shown: false };
const output = (kind: string, more: Partial<Output> = {}): Output =>
  ({
    kind,
    folder: kind,
    title: kind,
    made: 'as-uploaded',
    artifacts: [artifact],
    appliesTo: () => true,
    ...more,
  }) as Output;

it('tells which thumbnails need a program of the machine', () => {
  expect(Object.fromEntries(allKinds.drawn.map(({ kind, program }) => [kind, program?.name]))).toEqual({
    raster: undefined,
    photo: undefined,
    video: 'ffmpeg',
    vector: undefined,
    pointcloud: undefined,
    document: 'pdftoppm',
  });
});

describe('what is declared wrongly is refused at start with its name', () => {
  it.each([
    ['a kind', () => kindsOf([video, video]), 'The kind video is registered twice.'],
    ['a family', () => kindsOf([video, { ...video, name: 'film' }]), 'The format family video is registered twice.'],
    [
      'an output',
      () => kindsOf(['one', 'two'].map((name) => ({ ...video, name, families: [], outputs: [output('skin')] }))),
      'The output skin is registered twice.',
    ],
  ])('%s that is registered twice', (_, make, message) => {
    expect(make).toThrow(message);
  });

  it('but outputs of different types of entries may have one name, and then one address', () => {
    const of = (type: number) => output('skin', { made: 'by-build', appliesTo: (one) => one === type });
    const kinds = [11, 16].map((type) => ({ ...video, name: String(type), families: [], outputs: [of(type)] }));
    expect(outputsOf(kindsOf(kinds).outputs).of(16, 'a')).toEqual([kinds[1]!.outputs[0]]);
  });

  it.each([
    ['lists no artifact', [output('skin', { artifacts: [] })], 'The output skin lists no artifact.'],
    [
      'lists one twice',
      [output('skin', { artifacts: [artifact, artifact] })],
      'The output skin lists an artifact twice.',
    ],
    [
      'has a folder of another name',
      [output('skin', { folder: 'skins' })],
      'The output skin has the folder skins, in which nothing would find it.',
    ],
    [
      'is made of one that comes after it',
      [output('view', { made: 'from-output', after: 'cog' }), output('cog')],
      'The output view is made of cog, which is no output before it.',
    ],
  ])('an output that %s', (_, all, message) => {
    expect(() => outputsOf(all)).toThrow(message);
  });

  it('a drawer that needs an artifact which no output lists', () => {
    const drawers = [{ draws: () => true, file: 'skin/gone.png', version: () => null, draw: () => Promise.reject() }];
    const dependencies = { drawers, outputs: outputsOf(allKinds.outputs), engine: { load: () => ({ children: 1 }) } };
    expect(() => createThumbnails(dependencies as unknown as Parameters<typeof createThumbnails>[0])).toThrow(
      'No output lists the artifact skin/gone.png.',
    );
  });
});

it('every kind stands in the folder of its name', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((item) =>
    item.isDirectory() && item.name !== 'testing' ? [item.name] : [],
  );
  expect(everyKind.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

/** Texts of the API that give `cog/cog.tif` as an example, and the uploaded files that have the name of an artifact. */
const EXAMPLES = ['builds/routes.ts', 'builds/service.ts', 'inspection/companions.ts'];

it('no file but its own declaration writes the path of an artifact', () => {
  const paths = allKinds.outputs.flatMap((each) =>
    each.artifacts.flatMap((one) => [`'${one.path}'`, `/${one.path}'`, pathInBuild(each, one)]),
  );
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test|\.d)\.ts$/.test(name) && !/(^|\/)testing\//.test(name),
  );
  expect(files.length).toBeGreaterThan(1000);
  const writers = files.filter((name) => {
    const code = readFileSync(join(SOURCES, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return paths.some((path) => code.includes(path));
  });
  const declarations = writers.filter((name) => !EXAMPLES.includes(name));
  expect(declarations.map((name) => relative('kinds', name)).toSorted()).toEqual([
    'mesh/nexus/artifacts.ts',
    'mesh/tiles/artifacts.ts',
    'pointcloud/copc-build/artifacts.ts',
    'pointcloud/ept/artifacts.ts',
    'raster/cog-build/artifacts.ts',
    'splat/build/artifacts.ts',
    'tiles3d/build/artifacts.ts',
    'vector/geopackage/artifacts.ts',
    'vector/tiles/artifacts.ts',
  ]);
});
