import { crsOfName } from '../geodata/crs-of-name.ts';

/** What is to be known of a coordinate reference system to read and write positions in it. */
export interface CrsFacts {
  readonly name: string;
  /** Degrees (or gons) of longitude and latitude instead of lengths. */
  readonly isGeographic: boolean;
  /**
   * Official order of the axes: `xy` when the first one goes east (or is the first of a polar plane), `yx` when it is
   * latitude or northing.
   */
  readonly axisOrder: 'xy' | 'yx';
  /** Metres in a unit of a plane; of degrees, on the equator. */
  readonly metresPerUnit: number;
  /** As PROJ names it: metre, US survey foot, degree ... */
  readonly unit: string;
}

const METRES_PER_DEGREE = (Math.PI * 6_378_137) / 180;

/**
 * A CRS by authority and code (`EPSG:25832`): two dimensions, geographic or projected. Null for what PROJ does not know,
 * and for heights, Earth-centred and local ones.
 */
export default function crsFacts({ name }: { readonly name: string }): CrsFacts | null {
  const crs = crsOfName(name);
  if (crs === null || crs.isLocal() || crs.isGeocentric() || !(crs.isGeographic() || crs.isProjected())) return null;
  const isGeographic = crs.isGeographic();
  const { value, units } = isGeographic ? { value: METRES_PER_DEGREE, units: 'degree' } : crs.getLinearUnits();
  return {
    name: String(crs.getAttrValue(isGeographic ? 'GEOGCS' : 'PROJCS', 0) ?? name),
    isGeographic,
    axisOrder: crs.EPSGTreatsAsLatLong() || crs.EPSGTreatsAsNorthingEasting() ? 'yx' : 'xy',
    metresPerUnit: value,
    unit: units,
  };
}
