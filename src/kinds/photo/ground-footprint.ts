import type { Position3D } from '../../inspection/index.ts';

/** What the ground that a photograph shows is computed from. Lengths in metres, angles in degrees. */
export interface View {
  readonly longitude: number;
  readonly latitude: number;
  /** Altitude of the camera. */
  readonly altitude: number;
  /** Height of the camera above the ground, above 0. */
  readonly height: number;
  /** Clockwise from north. */
  readonly yaw: number;
  /** -90 straight down; above -30 the ground that is seen has no end, and the view counts as straight down. */
  readonly pitch: number;
  /** Width and height of the sensor over the focal length. */
  readonly aperture: readonly [width: number, height: number];
}

/** The flattest pitch that still has a footprint. */
const FLATTEST_PITCH = -30;
/** Rays that fall flatter than this from the vertical are cut: near the horizon they would reach hundreds of kilometres. */
const WIDEST_ANGLE = radians(80);

/**
 * The ground a photograph shows, on level ground: a closed ring of upper left, lower left, lower right, upper right, upper
 * left corner of the picture. Straight down a rectangle around the position, else a trapezium before it. Exact on the ellipsoid
 * to a few centimetres a kilometre; longitudes are continuous around the camera, beyond ±180 across the antimeridian.
 */
export function groundFootprint({
  longitude,
  latitude,
  altitude,
  height,
  yaw,
  pitch,
  aperture,
}: View): readonly Position3D[] {
  const tilt = pitch > FLATTEST_PITCH ? 0 : radians(Math.min(60, Math.max(-60, 90 + pitch)));
  const [across, along] = [Math.min(aperture[0] / 2, Math.tan(WIDEST_ANGLE)), aperture[1] / 2];
  const [far, near] = [edge(tilt, along, across), edge(tilt, -along, across)];
  const [sine, cosine] = [Math.sin(radians(yaw)), Math.cos(radians(yaw))];
  const corner = (right: number, ahead: number): Position3D => {
    const east = height * (right * cosine + ahead * sine);
    const north = height * (ahead * cosine - right * sine);
    const [x, y] = fromTangentPlane(longitude, latitude, east, north);
    return [x, y, altitude - height];
  };
  const upperLeft = corner(-far.halfWidth, far.ahead);
  return [
    upperLeft,
    corner(-near.halfWidth, near.ahead),
    corner(near.halfWidth, near.ahead),
    corner(far.halfWidth, far.ahead),
    upperLeft,
  ];
}

/** Where an edge of the picture meets the ground, in heights of the camera. `along` is its distance from the middle of the sensor. */
function edge(tilt: number, along: number, across: number): { readonly ahead: number; readonly halfWidth: number } {
  const angle = Math.min(WIDEST_ANGLE, Math.max(-WIDEST_ANGLE, tilt + Math.atan(along)));
  return { ahead: Math.tan(angle), halfWidth: (across * Math.cos(angle - tilt)) / Math.cos(angle) };
}

/** WGS 84: half axis in metres and square of the eccentricity. */
const [AXIS, E2] = [6_378_137, 0.006_694_379_990_14];

/** Longitude and latitude below a point of the plane that touches the ellipsoid at a position. */
function fromTangentPlane(longitude: number, latitude: number, east: number, north: number): readonly [number, number] {
  const phi = radians(latitude);
  const [sine, cosine] = [Math.sin(phi), Math.cos(phi)];
  const normal = AXIS / Math.sqrt(1 - E2 * sine * sine);
  // Geocentric, in the meridian of the position: outwards from the axis, eastwards, along the axis.
  const outwards = normal * cosine - north * sine;
  const along = normal * (1 - E2) * sine + north * cosine;
  const fromAxis = Math.hypot(outwards, east);
  return [longitude + degrees(Math.atan2(east, outwards)), degrees(geodeticLatitude(fromAxis, along))];
}

/** Bowring's formula: better than a millimetre near the ground. */
function geodeticLatitude(fromAxis: number, along: number): number {
  const polar = AXIS * Math.sqrt(1 - E2);
  const reduced = Math.atan2(along * AXIS, fromAxis * polar);
  const second = E2 / (1 - E2);
  return Math.atan2(along + second * polar * Math.sin(reduced) ** 3, fromAxis - E2 * AXIS * Math.cos(reduced) ** 3);
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}
