import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShDegree } from '../model/splat-model.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import { sheetOfSplats, simpleTree } from '../testing/simple-tree.ts';
import { faultsOfTree } from '../testing/tree-faults.ts';
import { chooseEncoding } from './choose-encoding.ts';
import { decodeChunk } from './decode-chunk.ts';
import { createChunkEncoder } from './encode-chunk.ts';
import { dequantize } from './dequantize.ts';
import { turnBytes } from './quantize.ts';
import { CHUNK_SPLATS } from './rad-format.ts';
import { naturalOpacity, storedOpacity } from './stored-opacity.ts';
import { degreesBetween, errorShares, withinLimits } from './testing/limits.ts';
import { wildSplats, type Wildness } from './testing/wild-splats.ts';

/** Wraps splats as a tree, with children that need not make sense. */
function anyTree(count: number, shDegree: ShDegree, seed: number, wildness: Wildness): SplatTree {
  const splats = wildSplats(count, shDegree, seed, wildness);
  const childCounts = new Uint16Array(new SharedArrayBuffer(2 * count));
  const childStarts = new Uint32Array(new SharedArrayBuffer(4 * count));
  for (let splat = 0; splat < count; splat += 1) {
    childCounts[splat] = 7919 * (splat + seed);
    childStarts[splat] = 2_654_435_761 * (splat + seed);
  }
  return { splats, childCounts, childStarts, leaves: count, levels: 1 };
}

/** Encodes all chunks, decodes them, and compares. */
function expectSame(tree: SplatTree): void {
  const choice = chooseEncoding(tree.splats);
  const encode = createChunkEncoder(tree, choice);
  const { count, shDegree } = tree.splats;
  for (let base = 0; base < count; base += CHUNK_SPLATS) {
    const span = { base, count: Math.min(CHUNK_SPLATS, count - base) };
    const bytes = encode(span);
    expect(bytes.length % 8).toBe(0);
    const chunk = decodeChunk(bytes);
    expect(chunk).toMatchObject({ ...span, shDegree });
    const shares = errorShares(tree.splats, base, chunk, choice);
    expect(shares).toSatisfy(withinLimits);
    const end = base + span.count;
    expect(Buffer.compare(bytesOf(chunk.childCounts), bytesOf(tree.childCounts.subarray(base, end)))).toBe(0);
    expect(Buffer.compare(bytesOf(chunk.childStarts), bytesOf(tree.childStarts.subarray(base, end)))).toBe(0);
  }
}

const bytesOf = (values: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const degrees = fc.constantFrom<ShDegree>(0, 1, 2, 3);
const wildness = fc.constantFrom('tame', 'wild');

describe('splats that were encoded and decoded', () => {
  it('are those that they were, within the steps of the format', () => {
    const kinds = fc.record({ colours: wildness, scales: wildness }) as fc.Arbitrary<Wildness>;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), degrees, fc.nat(), kinds, (count, degree, seed, wild) =>
        expectSame(anyTree(count, degree, seed, wild)),
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    [CHUNK_SPLATS - 1, 0],
    [CHUNK_SPLATS, 3],
    [CHUNK_SPLATS + 1, 1],
    [2 * CHUNK_SPLATS, 2],
    [200_000, 1],
  ] as const)('%i of them, degree %i', (count, degree) => {
    expectSame(anyTree(count, degree, count, { colours: 'tame', scales: 'tame' }));
  });

  it('have ranges by percentiles, and halves where 8 bits are too coarse', () => {
    const choose = (colours: 'tame' | 'wild', scales: 'tame' | 'wild') =>
      chooseEncoding(wildSplats(5000, 1, 1, { colours, scales }));
    const tame = choose('tame', 'tame');
    expect([tame.rgb, tame.scales]).toEqual(['r8_delta', 'ln_0r8']);
    const model = wildSplats(5000, 1, 1, { colours: 'tame', scales: 'tame' });
    const ranked = (values: Iterable<number>, share: number): number => {
      const sorted = Float64Array.from(values).sort();
      return sorted[Math.round(share * sorted.length)]!;
    };
    // Only the two larger scales of a splat count, and 0 has a code of its own.
    const larger = Array.from({ length: 5000 }, (_, splat) =>
      model.scales
        .slice(3 * splat, 3 * splat + 3)
        .sort()
        .slice(1),
    );
    const scales = larger.flatMap((two) => Array.from(two)).filter((scale) => scale > 0);
    const ends = [ranked(model.harmonics, 0.05), ranked(model.harmonics, 0.95)].map(Math.abs);
    const near = (value: number): unknown => expect.closeTo(value, 2);
    expect(tame.splatEncoding).toEqual({
      rgbMin: near(ranked(model.colours, 0.01)),
      rgbMax: near(ranked(model.colours, 0.99)),
      lnScaleMin: near(Math.log(ranked(scales, 0.01))),
      lnScaleMax: 9,
      sh1Max: near(Math.max(...ends)),
      sh2Max: 1,
      sh3Max: 1,
      lodOpacity: true,
    });
    const wild = choose('wild', 'wild');
    expect([wild.rgb, wild.scales]).toEqual(['f16', 'ln_f16']);
  });

  it('of which all scales are 0 have the range of others', () => {
    const model = wildSplats(10, 0, 1, { colours: 'tame', scales: 'tame' });
    model.scales.fill(0);
    expect(chooseEncoding(model).splatEncoding).toMatchObject({ lnScaleMin: -12, lnScaleMax: 9 });
  });
});

it('turns are wrong by less than rounding makes them', () => {
  const count = 20_000;
  const { rotations } = wildSplats(count, 0, 7, { colours: 'tame', scales: 'tame' });
  // Rotations by 180 degrees about axes in all directions: an error of the axis counts twice.
  for (let splat = 0; splat < count; splat += 2) {
    const axis = rotations.subarray(4 * splat, 4 * splat + 3);
    const length = Math.hypot(...axis);
    if (length > 0) rotations.set([...axis.map((value) => value / length), 0], 4 * splat);
  }
  const bytes = new Uint8Array(3 * count);
  expect(turnBytes(rotations, { base: 0, count }, bytes)).toBe(bytes.length);
  const decoded = dequantize('orientation', 'oct88r8', bytes, count, { min: NaN, max: NaN });
  let worst = 0;
  for (let at = 0; at < 4 * count; at += 4) worst = Math.max(worst, degreesBetween(rotations, at, decoded, at));
  expect(worst).toBeLessThan(1.35);
  // No choice among 256 steps is better.
  expect(worst).toBeGreaterThan(1);
});

it('opacities are stored within 0 and 2, and come back', () => {
  expect([0, 0.25, 1, 1e9].map(storedOpacity)).toEqual([0, 0.25, 1, 2]);
  expect(storedOpacity(1.000001)).toBeGreaterThan(1);
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1000, noNaN: true }), (opacity) => {
      const stored = storedOpacity(opacity);
      return stored <= 2 && Math.abs(naturalOpacity(stored) / opacity - 1) < 1e-9;
    }),
  );
});

describe('a tree', () => {
  const tree = simpleTree(sheetOfSplats(1000, 0));

  it('that is sound has one parent for each splat, and all leaves', () => {
    const { leaves, faults } = faultsOfTree(tree.childCounts, tree.childStarts);
    expect([leaves, faults]).toEqual([1000, { orphans: 0, shared: 0, backwards: 0, outside: 0 }]);
  });

  it.each([
    ['orphans', (counts: Uint16Array) => counts.fill(counts[1]! - 1, 1, 2), 1],
    ['shared', (counts: Uint16Array) => counts.fill(counts[1]! + 1, 1, 2), 1],
    ['backwards', (_: Uint16Array, starts: Uint32Array) => starts.fill(2, 2, 3), 1],
    ['outside', (_: Uint16Array, starts: Uint32Array) => starts.fill(starts.length - 1, 1, 2), 1],
  ] as const)('with %s is found out', (fault, spoil, count) => {
    const [counts, starts] = [tree.childCounts.slice(), tree.childStarts.slice()];
    spoil(counts, starts);
    expect(faultsOfTree(counts, starts).faults[fault]).toBe(count);
  });
});
