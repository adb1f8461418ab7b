import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBodyBudget } from './body-budget.ts';

it('refuses what does not fit, and has all of it again when the bodies are closed', () => {
  const steps = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 60 })), { maxLength: 30 });
  fc.assert(
    fc.property(steps, (adds) => {
      const budget = createBodyBudget(100);
      const claims = Array.from({ length: 4 }, () => ({ claim: budget.open(), bytes: 0 }));
      const outcomes = adds.map(([index, bytes]) => {
        const one = claims[index]!;
        const fits = claims.reduce((sum, each) => sum + each.bytes, 0) + bytes <= 100;
        try {
          one.claim.add(bytes);
          one.bytes += bytes;
          return { fits, code: undefined };
        } catch (error) {
          const { code, retryAfter } = error as { code: string; retryAfter: number };
          return { fits, code: `${code}, ${retryAfter} s` };
        }
      });
      for (const { fits, code } of outcomes) expect(code).toBe(fits ? undefined : 'busy, 5 s');
      // Closed twice, as an answer can end in two ways.
      for (const { claim } of [...claims, ...claims]) claim.close();
      expect(() => budget.open().add(100)).not.toThrow();
      expect(() => createBodyBudget(100).open().add(101)).toThrow(expect.objectContaining({ code: 'busy' }));
    }),
  );
});
