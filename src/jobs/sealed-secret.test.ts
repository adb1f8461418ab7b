import { expect, it } from 'vitest';
import { createSealer } from './sealed-secret.ts';

const sealer = createSealer('the secret of the service');

it('opens what it sealed, for the same purpose and with the same secret only', () => {
  const sealed = sealer.seal('token', 'https://a.example');
  expect(sealed).not.toContain('token');
  expect(sealer.open(sealed, 'https://a.example')).toBe('token');
  expect(sealer.open(sealed, 'https://b.example')).toBeUndefined();
  expect(createSealer('another').open(sealed, 'https://a.example')).toBeUndefined();
  expect(sealer.seal('token', 'https://a.example')).not.toBe(sealed);
});

it('opens nothing that was altered or cut', () => {
  const sealed = Buffer.from(sealer.seal('token', 'x'), 'base64url');
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Buffer.from(sealed);
    altered[at] = altered[at]! ^ 1;
    expect(sealer.open(altered.toString('base64url'), 'x')).toBeUndefined();
    expect(sealer.open(sealed.subarray(0, at).toString('base64url'), 'x')).toBeUndefined();
  }
});
