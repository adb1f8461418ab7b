import { expect } from 'vitest';
import { EntryType, type FileFacts } from '../../inspection/index.ts';

const SOUND: Readonly<Record<string, unknown>> = {};

/** Whatever happens, it tells no number that is none, nothing of this machine, and pollutes nothing. */
export function expectHarmless(facts: FileFacts): void {
  expect([EntryType.Generic, EntryType.Vector]).toContain(facts.type);
  const numbers = [
    ...(facts.pointGeometry?.coordinates ?? []),
    ...(facts.polygonGeometry?.coordinates[0].flat() ?? []),
  ];
  expect(numbers.every(Number.isFinite)).toBe(true);
  const text = JSON.stringify(facts);
  expect(text).not.toMatch(/root:|\/tmp|\\u0000|layer-of-file/);
  expect(text.isWellFormed()).toBe(true);
  expect(SOUND['polluted']).toBeUndefined();
}
