/** What outputs are made of: bytes in a dataset, and the files beside them. */
export interface BuildKey {
  readonly datasetId: string;
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly hash: string;
  /** Fingerprint of the files beside them, as their entry has it; empty for none. */
  readonly companions: string;
}

/** A key inside its dataset, as one text. */
export const keyText = ({ hash, companions }: Pick<BuildKey, 'hash' | 'companions'>): string => `${hash}:${companions}`;

/** Name of the lock that is held while a key is built. */
export const lockName = (key: BuildKey): string => `build ${key.datasetId} ${keyText(key)}`;
