import { expect, test } from 'vitest';
import { dataBytes } from './gltf-parts.ts';

test('bytes in an address are read without asking for it', () => {
  expect(new Uint8Array(dataBytes('data:application/octet-stream;base64,AQL/') ?? new ArrayBuffer())).toEqual(
    new Uint8Array([1, 2, 255]),
  );
  expect(new Uint8Array(dataBytes('data:,a%20b') ?? new ArrayBuffer())).toEqual(new Uint8Array([97, 32, 98]));
  expect(dataBytes('0.bin')).toBeNull();
});
