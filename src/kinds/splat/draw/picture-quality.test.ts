import { expect, it } from 'vitest';
import { peakSignalToNoise, structuralSimilarity } from './testing/picture-quality.ts';

const SIDE = 32;
/** Stripes that are `width` pixels wide, moved by some pixels. */
const stripes = (width: number, moved: number): Float32Array =>
  Float32Array.from({ length: 3 * SIDE * SIDE }, (_, at) =>
    Math.floor(((Math.floor(at / 3) % SIDE) + moved) / width) % 2 === 0 ? 0.25 : 0.75,
  );

it('the signal to noise of pictures follows their difference', () => {
  const picture = stripes(4, 0);
  expect(peakSignalToNoise(picture, picture)).toBe(Infinity);
  // A tenth everywhere is 20 decibels, a hundredth 40.
  for (const [step, decibels] of [
    [0.1, 20],
    [0.01, 40],
  ] as const)
    expect(
      peakSignalToNoise(
        picture,
        picture.map((value) => value + step),
      ),
    ).toBeCloseTo(decibels, 3);
  // What is brighter than white is white.
  const white = picture.map(() => 1);
  expect(
    peakSignalToNoise(
      white,
      white.map((value) => 3 * value),
    ),
  ).toBe(Infinity);
});

it('the similarity of pictures is 1 for equal ones, and goes with what is seen', () => {
  const picture = stripes(4, 0);
  expect(structuralSimilarity(picture, picture)).toBeCloseTo(1, 6);
  const brighter = structuralSimilarity(
    picture,
    picture.map((value) => value + 0.05),
  );
  const moved = structuralSimilarity(picture, stripes(4, 1));
  const opposite = structuralSimilarity(picture, stripes(4, 4));
  expect(brighter).toBeGreaterThan(0.95);
  expect(moved).toBeLessThan(brighter);
  expect(opposite).toBeLessThan(-0.5);
});
