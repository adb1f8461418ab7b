import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolBench, type TestFiles, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { fromLocal, toGeodetic } from '../../../geodata/place/geodesy.ts';
import type { SplatOutputFormat } from '../splat-output/formats.ts';
import { generatedSplats } from '../splat-output/testing/generated-splats.ts';
import { type SplatFiles, splatFiles } from '../splat-output/testing/tool-files.ts';
import { splatExport } from './tool.ts';

let bench: ToolBench;
let files: SplatFiles;
let scan: Buffer;
const model = generatedSplats(2000, { degree: 3 });
beforeAll(async () => {
  [bench, files] = [await openToolBench(), await splatFiles()];
  scan = await files.bytesOf(model);
});
afterAll(async () => {
  await files.close();
  await bench[Symbol.asyncDispose]();
});

async function exported(parameters: object, beside: TestFiles = {}, signal?: AbortSignal) {
  const run = await bench.run(
    splatExport,
    { path: 'scan.ply', ...parameters },
    { 'scan.ply': scan, ...beside },
    signal,
  );
  const [[name, bytes]] = [...run.written] as [[string, Buffer]];
  const format = name.split('.').at(-1) as SplatOutputFormat;
  return { ...run, name, bytes, facts: run.end.facts!, read: await files.read(bytes, format) };
}

/** Indices of the splats that pass a test. */
const those = (test: (x: number, y: number, z: number, splat: number) => boolean): number[] =>
  Array.from({ length: model.count }, (_, splat) => splat).filter((splat) =>
    test(model.centres[3 * splat]!, model.centres[3 * splat + 1]!, model.centres[3 * splat + 2]!, splat),
  );
const centresOf = (splats: readonly number[]): number[] =>
  splats.flatMap((splat) => [...model.centres.subarray(3 * splat, 3 * splat + 3)]);

describe('formats', () => {
  it.each(['ply', 'splat'] as const)('%s has all splats, with the bits of their centres', async (format) => {
    const { name, read, facts, phases, log } = await exported({ format });
    expect(name).toBe(`scan_export.${format}`);
    expect(Buffer.compare(Buffer.from(read.centres.buffer), Buffer.from(model.centres.buffer))).toBe(0);
    expect(facts).toEqual({
      outputPath: name,
      placePath: null,
      splats: 2000,
      sourceSplats: 2000,
      outsideBox: 0,
      outsideArea: 0,
      tooTransparent: 0,
      tooLarge: 0,
      shDegree: format === 'ply' ? 3 : 0,
    });
    expect(phases).toEqual(['exporting splats']);
    expect(log.join('\n')).toMatch(/2000 splats with harmonics of degree 3: up to \d+ MB of memory are needed\./);
  });

  it('spz has all splats, with their centres to 14 bits behind the point, and y up', async () => {
    const { read, facts, bytes, log } = await exported({ format: 'spz' });
    expect([read.count, read.shDegree, facts['shDegree']]).toEqual([2000, 3, 3]);
    read.centres.forEach((value, at) =>
      expect(Math.abs(value - (at % 3 === 0 ? 1 : -1) * model.centres[at]!)).toBeLessThanOrEqual(2 ** -15),
    );
    expect(log.join('\n')).toContain('turned by half around x');
    expect(bytes.length).toBeLessThan(0.3 * scan.length);
  });

  it('and back again: what was written as .splat and as SPZ is read and written as PLY', async () => {
    for (const format of ['splat', 'spz'] as const) {
      const { bytes, read } = await exported({ format });
      const path = `scan.${format}`;
      const run = await bench.run(splatExport, { path, format: 'ply' }, { [path]: bytes });
      const again = await files.read(run.written.get('scan_export.ply')!);
      // A SPZ has y up, so it is turned back.
      const sign = (at: number): number => (format === 'spz' && at % 3 > 0 ? -1 : 1);
      expect([...again.centres]).toEqual(Array.from(read.centres, (value, at) => sign(at) * value));
    }
  });

  it('harmonics are reduced to a degree, or stay where there are fewer', async () => {
    for (const shDegree of [0, 1, 2]) {
      const { read, facts } = await exported({ shDegree });
      expect([read.shDegree, facts['shDegree']]).toEqual([shDegree, shDegree]);
    }
    const plain = await files.bytesOf(generatedSplats(10));
    const { facts } = await exported({ shDegree: 3 }, { 'scan.ply': plain });
    expect(facts['shDegree']).toBe(0);
  });
});

describe('a part of the splats', () => {
  it('by a box', async () => {
    const { read, facts } = await exported({ minX: -2, maxX: 5, maxZ: 0 });
    const wanted = those((x, _y, z) => x >= -2 && x <= 5 && z <= 0);
    expect([...read.centres]).toEqual(centresOf(wanted));
    expect(facts).toMatchObject({ splats: wanted.length, outsideBox: 2000 - wanted.length });
  });

  it('by an area in the coordinates of the file, opacity and size', async () => {
    const areaInCrs = square(-5, -5, 8);
    const { read, facts } = await exported({ areaInCrs, minOpacity: 0.2, maxScale: 0.5 });
    const isInside = (x: number, y: number): boolean => x >= -5 && x <= 3 && y >= -5 && y <= 3;
    const size = (splat: number): number => Math.max(...model.scales.subarray(3 * splat, 3 * splat + 3));
    const [inside, opaque] = [
      those(isInside),
      those((x, y, _z, splat) => isInside(x, y) && model.opacities[splat]! >= 0.2),
    ];
    const small = opaque.filter((splat) => size(splat) <= 0.5);
    expect([...read.centres]).toEqual(centresOf(small));
    expect(facts).toMatchObject({
      splats: small.length,
      outsideArea: 2000 - inside.length,
      tooTransparent: inside.length - opaque.length,
      tooLarge: opaque.length - small.length,
    });
  });

  it('by an area in degrees, with the place written beside the new file', async () => {
    const origin = { latitude: 47.5, longitude: 11.25, altitude: 700 };
    const beside = { 'scan.geo.json': Buffer.from(JSON.stringify(origin)) };
    const corners = square(-5, -5, 8).coordinates[0]!.map(([x, y]) =>
      toGeodetic(fromLocal([11.25, 47.5, 700], [x!, y!, 0]))!.slice(0, 2),
    );
    const area = { type: 'Polygon', coordinates: [corners] };
    const { read, facts, written } = await exported({ area }, beside);
    // No splat lies within a millimetre of the sides.
    expect([...read.centres]).toEqual(centresOf(those((x, y) => x > -5 && x < 3 && y > -5 && y < 3)));
    expect(facts['placePath']).toBe('scan_export.geo.json');
    expect(JSON.parse(written.get('scan_export.geo.json')!.toString())).toEqual(origin);
  });

  it('by an area in degrees, where a scale makes the splats larger on Earth', async () => {
    const place = { latitude: 47.5, longitude: 11.25, altitude: 700, scale: 2 };
    const corners = square(-10, -10, 16).coordinates[0]!.map(([x, y]) =>
      toGeodetic(fromLocal([11.25, 47.5, 700], [x!, y!, 0]))!.slice(0, 2),
    );
    const area = { type: 'Polygon', coordinates: [corners] };
    const { read, written } = await exported({ area }, { 'scan.geo.json': Buffer.from(JSON.stringify(place)) });
    expect([...read.centres]).toEqual(centresOf(those((x, y) => x > -5 && x < 3 && y > -5 && y < 3)));
    expect(JSON.parse(written.get('scan_export.geo.json')!.toString())).toEqual(place);
  });
});

function square(west: number, south: number, side: number) {
  const ring = [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

describe('place', () => {
  const coords = { 'coords.txt': Buffer.from('WGS84 UTM 32N\n680000 5151000 120\n') };
  it('in a CRS with a shift is written as both, so that the new file lies there wherever it goes', async () => {
    const { written, facts } = await exported({ outputPath: 'made/a.ply' }, coords);
    expect(facts['placePath']).toBe('made/a.geo.json');
    const place = JSON.parse(written.get('made/a.geo.json')!.toString()) as { srs: string; offset: number[] };
    expect(place.srs).toContain('UTM zone 32N');
    expect(place.offset).toEqual([680_000, 5_151_000, 120]);
    const again = await bench.run(
      splatExport,
      { path: 'b.ply', format: 'splat' },
      { 'b.ply': scan, 'b.geo.json': written.get('made/a.geo.json')! },
    );
    expect(JSON.parse(again.written.get('b_export.geo.json')!.toString())).toEqual(place);
  });

  it('stays where the new file has the name of the source', async () => {
    const beside = { 'scan.geo.json': Buffer.from('{"latitude":47,"longitude":11}') };
    const { written, facts } = await exported({ format: 'splat', outputPath: 'scan.splat' }, beside);
    expect([[...written.keys()], facts['placePath']]).toEqual([['scan.splat'], 'scan.geo.json']);
  });

  it('is refused where another file would have to go', async () => {
    const other = { ...coords, 'new.geo.json': Buffer.from('{}') };
    await expect(exported({ outputPath: 'new.ply' }, other)).rejects.toMatchObject({ code: 'conflict' });
    const { written } = await exported({ outputPath: 'new.ply', replace: true }, other);
    expect(written.get('new.geo.json')!.toString()).toContain('UTM');
  });
});

describe('what is refused', () => {
  it.each([
    [{ minX: 1, maxX: 0 }, /lowest coordinate of a box must not be above the highest/],
    [{ area: square(1, 1, 1), areaInCrs: square(1, 1, 1) }, /either area or areaInCrs/],
    [{ area: square(1, 1, 1) }, /The splats have no place on Earth.*minX to maxZ.*areaInCrs/],
    [{ minX: 100 }, /No splat is left: the rules drop all 2000\./],
    [{ minOpacity: 2 }, /minOpacity/],
    [{ maxScale: 0 }, /maxScale/],
    [{ shDegree: 4 }, /shDegree/],
    [{ outputPath: 'b.ply', format: 'spz' }, /must end with \.spz/],
  ])('%j', async (parameters, words) => {
    await expect(exported(parameters)).rejects.toThrow(words);
    await expect(exported(parameters)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('a file that is in the way, and one that is none of splats', async () => {
    const there = { 'scan_export.ply': Buffer.from('x') };
    await expect(exported({}, there)).rejects.toMatchObject({ code: 'conflict' });
    await expect(exported({ path: 'a.txt' }, { 'a.txt': Buffer.from('x') })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('a file that is cut off', async () => {
    const run = exported({}, { 'scan.ply': scan.subarray(0, scan.length - 1000) });
    await expect(run).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

it('ends when it is cancelled', async () => {
  const controller = new AbortController();
  bench.onPhase = () => setTimeout(() => controller.abort(), 200);
  try {
    const large = await files.bytesOf(generatedSplats(300_000));
    await expect(exported({ format: 'spz' }, { 'scan.ply': large }, controller.signal)).rejects.toThrow(/abort/i);
  } finally {
    delete bench.onPhase;
  }
});
