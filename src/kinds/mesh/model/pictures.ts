import type { TextureSource } from './triangle-model.ts';

const KTX2 = Buffer.from([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb]);
/** As many are named in a warning. */
const NAMED = 5;

/** Finds the pictures that materials name, and keeps what is wrong with them. */
export interface Pictures {
  /** @param reference a path relative to the folder of the model. @returns null if it is missing or cannot be read */
  ofFile(reference: string): TextureSource | null;
  /** @param name for the warning. @returns null if it cannot be read */
  ofBytes(bytes: Uint8Array, name: string): TextureSource | null;
  /** Keeps a picture that cannot be read for another reason. */
  leaveOut(name: string, why: keyof typeof REASONS): null;
  readonly warnings: readonly string[];
}

const REASONS = {
  missing: 'Pictures are missing; their materials have a plain colour instead:',
  ktx2: 'Pictures are KTX2, which cannot be read; their materials have a plain colour instead:',
  broken: 'Pictures cannot be found in the model; their materials have a plain colour instead:',
};

/** @param files absolute paths by path relative to the folder of the model */
export function createPictures(files: Readonly<Record<string, string>>): Pictures {
  const leftOut = { missing: new Set<string>(), ktx2: new Set<string>(), broken: new Set<string>() };
  const leaveOut = (name: string, why: keyof typeof REASONS): null => {
    leftOut[why].add(name);
    return null;
  };
  return {
    ofFile(reference) {
      const path = Object.hasOwn(files, reference) ? files[reference]! : undefined;
      if (path === undefined) return leaveOut(reference, 'missing');
      return /\.ktx2$/i.test(reference) ? leaveOut(reference, 'ktx2') : { path, name: reference };
    },
    ofBytes: (bytes, name) => (KTX2.equals(bytes.subarray(0, KTX2.length)) ? leaveOut(name, 'ktx2') : { bytes }),
    leaveOut,
    get warnings() {
      return Object.entries(REASONS).flatMap(([why, sentence]) => {
        const names = [...leftOut[why as keyof typeof REASONS]];
        if (names.length === 0) return [];
        const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
        return [`${sentence} ${names.slice(0, NAMED).join(', ')}${more}.`];
      });
    },
  };
}
