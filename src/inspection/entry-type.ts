/** What an entry is, with the numbers of the API. */
export const EntryType = {
  Undefined: 0,
  Directory: 1,
  Generic: 2,
  GeoImage: 3,
  GeoRaster: 4,
  PointCloud: 5,
  Image: 6,
  DroneDB: 7,
  Markdown: 8,
  Video: 9,
  GeoVideo: 10,
  Model: 11,
  Panorama: 12,
  GeoPanorama: 13,
  Vector: 14,
  GaussianSplat: 15,
  Tiles3D: 16,
} as const;

export type EntryType = (typeof EntryType)[keyof typeof EntryType];
