import { expect, test } from 'vitest';
import { alignSentence } from './align-sentence.ts';

test.each([
  [
    { tx: 0.208, ty: -2.218, thetaDeg: 0.412, confidence: 0.4, shiftZ: -1.544 },
    'The raster was moved 0.21 m to the east and 2.22 m to the south, turned by 0.412° counterclockwise, lowered in height; lengths are those of Web Mercator. The match is fair (confidence 40%): compare it with the reference.',
  ],
  [
    { tx: -5, ty: 0.001, thetaDeg: -1, confidence: 0.95, shiftZ: 0 },
    'The raster was moved 5 m to the west, turned by 1° clockwise; lengths are those of Web Mercator. The match is good (confidence 95%).',
  ],
  [{ tx: 0, ty: 0 }, 'The raster was left where it was; lengths are those of Web Mercator.'],
  [{ tx: null }, undefined],
])('an alignment %j is told in a sentence', (facts, sentence) => expect(alignSentence(facts)).toBe(sentence));
