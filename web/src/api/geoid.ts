import { call } from './http.ts';

/** Metres of the sea above the ellipsoid of WGS 84 at a place in degrees. */
export const seaAt = async (longitude: number, latitude: number): Promise<number> =>
  (await call('GET /geoid', { query: { longitude, latitude } })).height;
