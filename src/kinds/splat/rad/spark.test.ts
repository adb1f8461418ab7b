import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import type { SplatModel } from '../model/splat-model.ts';
import { sheetOfSplats, simpleTree } from '../testing/simple-tree.ts';
import { openSparkJudge, type SparkJudge, sparkModule } from '../testing/spark-judge.ts';
import { type SparkValues, sparkValues } from '../testing/spark-values.ts';
import { decodeChunk, type RadChunk } from './decode-chunk.ts';
import { readRadHead } from './read-rad.ts';
import { chunkWith, otherEncodings } from './testing/other-encodings.ts';
import { degreesBetween, errorShares, MOST_DEGREES } from './testing/limits.ts';
import { naturalOpacity } from './stored-opacity.ts';
import { writeRad } from './write-rad.ts';

const module = sparkModule();
if (module === null) console.log('Skipped: RAD files read by Spark. The package @sparkjsdev/spark is not installed.');

let folder = '';
let judge: SparkJudge;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rad-'));
  if (module !== null) judge = await openSparkJudge(module);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.runIf(module !== null)('Spark', () => {
  it.each([
    [1, 0],
    [900, 1],
    [57_344, 2],
    [57_345, 3],
    [130_000, 0],
  ] as const)('reads a file of %i leaves, degree %i', async (leaves, degree) => {
    const tree = simpleTree(sheetOfSplats(leaves, degree));
    const path = join(folder, `${leaves}.rad`);
    const shares: number[] = [];
    const written = await writeRad(tree, path, { threads: 2 }, (share) => shares.push(share));
    const bytes = await readFile(path);
    const { count } = tree.splats;
    expect(written).toMatchObject({ bytes: bytes.length, chunks: Math.ceil(count / 65_536) });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));

    // The head is read from the first 64 KiB, and says what our reader says.
    using window = openWindow(path);
    const head = readRadHead(window);
    const first = head.chunks[0]!.offset;
    expect(judge.readHead(bytes.subarray(0, 65_536))).toMatchObject({
      chunksStart: first,
      meta: { count, maxSh: degree, lodTree: true, chunkSize: 65_536, allChunkBytes: bytes.length - first },
    });

    const splats = await judge.decode(bytes);
    expect(splats.numSplats).toBe(count);
    const values = sparkValues(splats);
    expect(values.childCounts).toEqual(Uint32Array.from(tree.childCounts));
    expect(values.childStarts).toEqual(Uint32Array.from(tree.childStarts));
    const decoded = {
      ...values,
      scales: values.lnScales.map(Math.exp),
      opacities: values.storedOpacities.map(naturalOpacity),
    };
    const errors = errorShares(tree.splats, 0, decoded, written.encoding);
    // Spark rounds once more: to halves, and to turns of 32 bits.
    expect(errors).toMatchObject({ centres: 0, rotations: expect.toSatisfy((share: number) => share <= 1) as unknown });
    expect(errors.colours).toBeLessThan(1.3);
    expect(errors.scales).toBeLessThan(1.1);
    expect(errors.opacities).toBeLessThan(1.01);
    expectHarmonics(tree.splats, values, written.encoding.splatEncoding.sh1Max);

    // Viewers fetch and decode each chunk alone.
    const last = head.chunks.at(-1)!;
    const alone = await judge.decode(window.bytes(last.offset, last.bytes)!);
    expect(alone.numSplats).toBe(count - 65_536 * (head.chunks.length - 1));
    expect(sparkValues(alone).centres).toEqual(values.centres.slice(3 * 65_536 * (head.chunks.length - 1)));

    for (const budget of [1, 100, 2000]) {
      const drawn = await judge.traverse(splats, budget, [5, 5, 20]);
      expect(drawn.length).toBeLessThanOrEqual(budget);
      expect(drawn.length).toBeGreaterThan(0.5 * Math.min(budget, leaves));
    }
    expect(new Set(await judge.traverse(splats, 1e6, [5, 5, 20])).size).toBe(leaves);
  });

  it.each(otherEncodings())('and our decoder agree on %s', async (_, property) => {
    const bytes = chunkWith(property);
    const [ours, theirs] = [decodeChunk(bytes), sparkValues(await judge.decode(bytes))];
    expectAlike(ours, theirs);
  });
});

/**
 * Spark keeps three harmonics with one exponent, that of the power of two below the largest of them, and cuts what is larger. So
 * only the smaller ones can be compared with their step, and the largest with that power.
 */
function expectHarmonics(model: Pick<SplatModel, 'harmonics'>, { harmonics }: SparkValues, max: number): void {
  expect(harmonics.length).toBe(model.harmonics.length);
  let worst = 0;
  for (let at = 0; at < harmonics.length; at += 3) {
    // The stored values differ by half a step of the format.
    const stored = [0, 1, 2].map((colour) => (Math.round((model.harmonics[at + colour]! / max) * 127) * max) / 127);
    const power = 2 ** Math.floor(Math.log2(Math.max(...stored.map(Math.abs), 2 ** -15)));
    for (const [colour, value] of stored.entries()) {
      const cut = Math.max(-power, Math.min(power, value));
      worst = Math.max(worst, Math.abs(harmonics[at + colour]! - cut) - power / 510);
    }
  }
  expect(worst).toBeLessThan(1e-6);
}

function expectAlike(ours: RadChunk, theirs: SparkValues): void {
  expect(ours.centres).toEqual(theirs.centres);
  const apart = (mine: ArrayLike<number>, their: ArrayLike<number>): number =>
    Math.max(...Array.from(mine, (value, at) => (value === their[at] ? 0 : Math.abs(value - their[at]!))));
  expect(apart(ours.opacities, theirs.storedOpacities.map(naturalOpacity))).toBeLessThan(0.01);
  expect(apart(ours.colours, theirs.colours)).toBeLessThan(0.001);
  expect(apart(ours.scales.map(Math.log), theirs.lnScales)).toBeLessThan(0.005);
  // Spark's axis has four times as many steps as that of a file.
  for (let at = 0; at < ours.rotations.length; at += 4)
    expect(degreesBetween(ours.rotations, at, theirs.rotations, at)).toBeLessThan(MOST_DEGREES / 4);
  expectHarmonicsAlike(ours, theirs);
}

/** Signs and the smaller harmonics agree; larger ones are cut by Spark. */
function expectHarmonicsAlike(ours: RadChunk, theirs: SparkValues): void {
  for (let at = 0; at < ours.harmonics.length; at += 3) {
    const mine = ours.harmonics.subarray(at, at + 3);
    const power = 2 ** Math.floor(Math.log2(Math.max(...mine.map(Math.abs), 2 ** -15)));
    for (const [colour, value] of mine.entries())
      expect(Math.abs(theirs.harmonics[at + colour]! - Math.max(-power, Math.min(power, value)))).toBeLessThan(
        power / 500 + 1e-6,
      );
  }
}
