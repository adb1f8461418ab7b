/** Bounds within which a file is believed. A file of our own build is far below every one of them. */
export const COG_LIMITS = {
  /** One image and one mask for each of at most 31 zooms is 62. */
  images: 64,
  /** A GDAL COG has about 20 tags in an image; TIFF registers a few hundred in all. */
  tagsPerImage: 512,
  /** Two tables of 64 bytes and four Huffman tables of at most 272: real ones are below 1 KiB. */
  jpegTableBytes: 64 * 1024,
  /** Offsets of 8 bytes for 4 Mi blocks: an image of 524,288 pixels square in blocks of 256. */
  blockIndexBytes: 32 * 1024 * 1024,
  /** Text and geographic keys; the largest is GDAL_METADATA with statistics of some hundred bands. */
  otherTagBytes: 1024 * 1024,
  /** Below this many blocks an image's block index is read at opening, above it entry by entry (128 Ki is 1 MiB). */
  blocksIndexedAtOpening: 128 * 1024,
  /** Decoded bytes of one block: 256 x 256 of 128 bands of Float64. */
  decodedBlockBytes: 64 * 1024 * 1024,
  bands: 1024,
  /** Pixels of a block's side; our build writes 256. */
  blockSide: 1024,
  statsBytes: 4 * 1024 * 1024,
} as const;
