import { type GeoBounds, type GeoGeometry, isTouching, isWithin } from '../../../geodata/geometry.ts';
import { envelopeOf, readGeometry } from '../geopackage-geometry.ts';
import { meetsBox } from '../../../geodata/planar/meets-box.ts';
import { isRelated, type SpatialOperator } from '../../../geodata/planar/relations.ts';
import { shapeOf } from '../../../geodata/planar/shape.ts';

/** What is asked of geometries. Boxes have west before east: `envelope` compares boxes only, `box` the geometry itself. */
export type GeometryTest =
  | { readonly op: 'envelope' | 'box'; readonly boxes: readonly GeoBounds[] }
  | { readonly op: SpatialOperator; readonly geometry: GeoGeometry };

/** @returns whether a geometry, as the GeoPackage keeps it, passes; an empty one passes as `disjoint` only */
export type Tester = (blob: Uint8Array) => boolean;

/** Makes a test ready for many geometries. */
export function testerOf(test: GeometryTest): Tester {
  if ('boxes' in test) return boxTester(test.boxes, test.op === 'box');
  const given = shapeOf(test.geometry);
  return (blob) => {
    const envelope = envelopeOf(blob);
    // Most are told apart by their boxes alone.
    if (envelope === null || !isTouching(envelope, given.box)) return test.op === 'disjoint';
    const geometry = readGeometry(blob);
    return geometry === null ? test.op === 'disjoint' : isRelated(test.op, shapeOf(geometry), given);
  };
}

function boxTester(boxes: readonly GeoBounds[], isExact: boolean): Tester {
  return (blob) => {
    const envelope = envelopeOf(blob);
    if (envelope === null) return false;
    const touching = boxes.filter((box) => isTouching(envelope, box));
    if (!isExact || touching.some((box) => isWithin(envelope, box))) return touching.length > 0;
    const geometry = touching.length === 0 ? null : readGeometry(blob);
    return geometry !== null && touching.some((box) => meetsBox(geometry, box));
  };
}
