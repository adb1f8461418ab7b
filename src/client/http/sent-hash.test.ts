import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentHash } from './sent-hash.ts';

const BYTES = randomBytes(1000);

test('is that of the file, wherever its sending begins anew', () => {
  const steps = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(400)), { maxLength: 20 });
  fc.assert(
    fc.property(steps, (pieces) => {
      const hash = sentHash();
      for (const [share, length] of [...pieces, [0, BYTES.length]]) {
        const at = Math.floor(hash.length * share!);
        hash.see(BYTES.subarray(at, at + length!), at);
      }
      expect(hash.length).toBe(BYTES.length);
      expect(hash.digest()).toBe(createHash('sha256').update(BYTES).digest('hex'));
    }),
  );
});

test('takes no bytes behind some that it has not seen', () => {
  const hash = sentHash();
  hash.see(BYTES.subarray(0, 10), 0);
  expect(() => hash.see(BYTES.subarray(11), 11)).toThrow(/10 to 11/);
});
