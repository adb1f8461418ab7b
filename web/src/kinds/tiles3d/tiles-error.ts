/** Something of a tileset that cannot be shown, in a sentence for people. */
export class TilesError extends Error {
  override readonly name = 'TilesError';
}
