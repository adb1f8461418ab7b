/** Longitude and latitude in degrees, and maybe a height in metres. */
export type Position = readonly [longitude: number, latitude: number, height?: number];
