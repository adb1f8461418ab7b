import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { OperationRefusal } from '../../engine/for-children.ts';
import { inTime } from './in-time.ts';

interface ChangedBytesOptions {
  /** Where the changed file is written. */
  readonly path: string;
  /** Reads or draws the file at `path`. */
  readonly open: () => Promise<unknown>;
  readonly numRuns: number;
}

/** Changes one to four bytes of a sound file again and again. Each time it must open, or be refused with a sentence, in time. */
export async function expectChangedBytesOpenOrRefused(
  sound: Uint8Array,
  { path, open, numRuns }: ChangedBytesOptions,
): Promise<void> {
  const change = fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 }));
  const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
    const bytes = Uint8Array.from(sound);
    for (const [place, value] of changes) bytes[place] = value;
    await writeFile(path, bytes);
    const refused = await inTime(
      open().then(
        () => null,
        (error: unknown) => error,
      ),
    );
    if (refused === null) return;
    expect(refused).toBeInstanceOf(OperationRefusal);
    expect((refused as OperationRefusal).message).not.toBe('');
  });
  await fc.assert(property, { numRuns });
}
