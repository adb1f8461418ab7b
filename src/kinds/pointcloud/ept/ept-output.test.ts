import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eptOutput } from './ept-output.ts';

it('has no files of an output that has gone meanwhile', async () => {
  const gone = join(tmpdir(), 'alidade-no-such-output');
  for (const path of ['ept.json', 'ept-hierarchy/0-0-0-0.json', 'ept-data/0-0-0-0.laz'])
    expect(await eptOutput.open(gone, path)).toBeUndefined();
});
