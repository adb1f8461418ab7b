/** Versions of WCS that are spoken, highest first. */
export const VERSIONS = ['2.0.1', '1.1.2', '1.1.1', '1.1.0', '1.0.0'] as const;
export type Version = (typeof VERSIONS)[number];

/** Named in capabilities, besides those of the rasters; any other that PROJ knows is accepted as well. */
export const COMMON_CRS = ['EPSG:4326', 'EPSG:3857', 'OGC:CRS84'] as const;
