import { expect, it } from 'vitest';
import { createOldDecoder } from './old-points.child.ts';

it('a chunk of more points than memory holds is refused', async () => {
  const decode = await createOldDecoder(3, 65_535);
  // Cut to 32 bits, that is 917,488 bytes.
  expect(() => decode(Buffer.alloc(100_000), 65_552)).toThrow('needs more memory than there is');
});
