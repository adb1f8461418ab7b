/**
 * How much of a machine a build takes. Each class has its own queue, so that small files do not wait behind large ones.
 * `raster`: GDAL's warp and compression. `vector`: translation and tiles, by workers.
 * `pointcloud`, `mesh`: some threads of its own process. `light`: a small file of any kind.
 */
export type BuildClass = 'raster' | 'vector' | 'pointcloud' | 'mesh' | 'light';

/** From the class that takes the most to the one that takes the least. */
export const BUILD_CLASSES = [
  'mesh',
  'pointcloud',
  'vector',
  'raster',
  'light',
] as const satisfies readonly BuildClass[];
