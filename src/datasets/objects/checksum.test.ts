import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectedHash } from './checksum.ts';

const digest = createHash('sha256').update('hello').digest();
const hex = digest.toString('hex');
const member = `sha-256=:${digest.toString('base64')}:`;

describe('the SHA-256 a client tells', () => {
  it('is read from each header and the field', () => {
    expect(expectedHash({}, undefined)).toBeUndefined();
    expect(expectedHash({ 'content-digest': member }, undefined)).toBe(hex);
    expect(expectedHash({ 'repr-digest': `sha-512=:YQ==:, ${member}` }, undefined)).toBe(hex);
    expect(expectedHash({ 'x-content-sha256': hex.toUpperCase() }, undefined)).toBe(hex);
    expect(expectedHash({ 'content-digest': member }, hex)).toBe(hex);
    expect(expectedHash({ 'content-digest': 'md5=:YQ==:' }, undefined)).toBeUndefined();
  });

  it('is refused when it is none, or two', () => {
    for (const value of ['sha-256=abc', 'sha-256=:YQ==:', 'sha-256='])
      expect(() => expectedHash({ 'content-digest': value }, undefined)).toThrow('sha-256');
    for (const value of ['abc', `${hex}0`, ['x'], 5]) expect(() => expectedHash({}, value)).toThrow('SHA-256');
    expect(() => expectedHash({ 'x-content-sha256': 'a'.repeat(64) }, hex)).toThrow('two different');
  });
});
