/** A direction in metres: east, north and up. */
export type Direction = readonly [east: number, north: number, up: number];

/** Where a camera looks and how much it sees. Angles in degrees. */
export interface CameraView {
  /** Clockwise from north. */
  readonly yaw: number;
  /** -90 straight down, 0 to the horizon. */
  readonly pitch: number;
  /** Roll of the camera about the axis it looks along, clockwise as seen by the camera. */
  readonly roll: number;
  /** Width and height of the sensor over the focal length. */
  readonly aperture: readonly [width: number, height: number];
}

/**
 * The directions to the edge of a picture, through a pinhole, counterclockwise as seen from above a camera that looks down: from the
 * upper left corner to the lower left, lower right and upper right one, and back to just before the first.
 *
 * @param perEdge directions of each edge, its first corner included
 */
export function edgeRays(view: CameraView, perEdge: number): readonly Direction[] {
  const [right, up] = [view.aperture[0] / 2, view.aperture[1] / 2];
  const corners = [
    [-right, up],
    [-right, -up],
    [right, -up],
    [right, up],
  ] as const;
  const ray = rayOf(view);
  return corners.flatMap(([x0, y0], index) => {
    const [x1, y1] = corners[(index + 1) % corners.length]!;
    return Array.from({ length: perEdge }, (_, step) => {
      const share = step / perEdge;
      return ray(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
    });
  });
}

/** The direction to a point of the picture, in focal lengths right of and above its middle; (0, 0) is where the camera looks. */
export function rayOf({ yaw, pitch, roll }: CameraView): (x: number, y: number) => Direction {
  const [sinYaw, cosYaw] = sineAndCosine(yaw);
  const [sinPitch, cosPitch] = sineAndCosine(pitch);
  const [sinRoll, cosRoll] = sineAndCosine(roll);
  const ahead: Direction = [sinYaw * cosPitch, cosYaw * cosPitch, sinPitch];
  const level: Direction = [cosYaw, -sinYaw, 0];
  const above: Direction = [-sinYaw * sinPitch, -cosYaw * sinPitch, cosPitch];
  const right = sum(level, cosRoll, above, -sinRoll);
  const up = sum(above, cosRoll, level, sinRoll);
  return (x, y) => sum(sum(ahead, 1, right, x), 1, up, y);
}

const sum = (one: Direction, weight: number, other: Direction, otherWeight: number): Direction => [
  one[0] * weight + other[0] * otherWeight,
  one[1] * weight + other[1] * otherWeight,
  one[2] * weight + other[2] * otherWeight,
];

function sineAndCosine(degrees: number): readonly [number, number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}
