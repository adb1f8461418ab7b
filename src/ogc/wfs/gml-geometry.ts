import {
  type GeoLine,
  type GeometryOf,
  type GeoPosition,
  type TextPiece,
  textPiece,
  type TextWriter,
} from '../../kinds/vector/index.ts';
import { escapeXml } from '../../geodata/xml.ts';

/** How geometries are written. */
export interface GmlForm {
  /** GML 3.2 wants an id at each geometry; 3.1.1 does without. */
  readonly hasIds: boolean;
  readonly srsName: string;
  /** Latitude or northing first. */
  readonly isNorthFirst: boolean;
}

/** Texts around the number of a feature that make the id of its geometry: safe names, which need no escapes. */
export interface GmlId {
  readonly before: string;
  readonly after: string;
}

/** Writes a geometry as GML 3.2 or 3.1.1, on one line. @param fid number of its feature */
export type WriteGml = (out: TextWriter, geometry: GeometryOf<GeoLine>, fid: number) => void;

/** @param place of a part within its geometry, such as `.2.1`, for its id; empty for the whole one */
type WritePart<Part> = (out: TextWriter, part: Part, fid: number, place: string) => void;

/** Texts around a content. */
interface Around {
  readonly start: TextPiece;
  readonly end: TextPiece;
}

const around = (start: string, end: string): Around => ({ start: textPiece(start), end: textPiece(end) });

const EXTERIOR = around('<gml:exterior><gml:LinearRing>', '</gml:LinearRing></gml:exterior>');
const INTERIOR = around('<gml:interior><gml:LinearRing>', '</gml:LinearRing></gml:interior>');
const POSITION = around('<gml:pos>', '</gml:pos>');
const POSITION_3D = around('<gml:pos srsDimension="3">', '</gml:pos>');
const POSITIONS = around('<gml:posList>', '</gml:posList>');
const POSITIONS_3D = around('<gml:posList srsDimension="3">', '</gml:posList>');

export function gmlWriter({ hasIds, srsName, isNorthFirst }: GmlForm, id: GmlId): WriteGml {
  const srs = ` srsName="${escapeXml(srsName)}">`;
  const [wholeEnd, partEnd] = hasIds ? [`${id.after}"${srs}`, '">'] : [srs, '>'];
  const ends = { whole: textPiece(wholeEnd), place: textPiece(id.after), part: textPiece(partEnd) };
  const begin = (out: TextWriter, start: TextPiece, fid: number, place: string): void => {
    out.piece(start);
    if (hasIds) out.number(fid, 0);
    if (place === '') return out.piece(ends.whole);
    if (hasIds) {
      out.piece(ends.place);
      out.text(place);
    }
    out.piece(ends.part);
  };
  const element = (name: string): Around =>
    around(`<gml:${name}${hasIds ? ` gml:id="${id.before}` : ''}`, `</gml:${name}>`);
  const simple = <Part>(name: string, write: (out: TextWriter, part: Part) => void): WritePart<Part> => {
    const { start, end } = element(name);
    return (out, part, fid, place) => {
      begin(out, start, fid, place);
      write(out, part);
      out.piece(end);
    };
  };
  const several = <Part>(name: string, member: string, write: WritePart<Part>): WritePart<readonly Part[]> => {
    const { start, end } = element(name);
    const each = around(`<gml:${member}>`, `</gml:${member}>`);
    return (out, parts, fid, place) => {
      begin(out, start, fid, place);
      for (let at = 0; at < parts.length; at += 1) {
        out.piece(each.start);
        write(out, parts[at]!, fid, `${place}.${at + 1}`);
        out.piece(each.end);
      }
      out.piece(end);
    };
  };
  const point = simple('Point', (out, position: GeoPosition) => writePoint(out, position, isNorthFirst));
  const curve = simple('LineString', (out, line: GeoLine) => writeLine(out, line, isNorthFirst));
  const surface = simple('Polygon', (out, rings: readonly GeoLine[]) => writeRings(out, rings, isNorthFirst));
  const points = several('MultiPoint', 'pointMember', point);
  const curves = several('MultiCurve', 'curveMember', curve);
  const surfaces = several('MultiSurface', 'surfaceMember', surface);
  const any: WritePart<GeometryOf<GeoLine>> = (out, geometry, fid, place) => {
    switch (geometry.type) {
      case 'Point':
        return point(out, geometry.coordinates, fid, place);
      case 'LineString':
        return curve(out, geometry.coordinates, fid, place);
      case 'Polygon':
        return surface(out, geometry.coordinates, fid, place);
      case 'MultiPoint':
        return points(out, geometry.coordinates, fid, place);
      case 'MultiLineString':
        return curves(out, geometry.coordinates, fid, place);
      case 'MultiPolygon':
        return surfaces(out, geometry.coordinates, fid, place);
      case 'GeometryCollection':
        return mixture(out, geometry.geometries, fid, place);
    }
  };
  const mixture = several('MultiGeometry', 'geometryMember', any);
  return (out, geometry, fid) => any(out, geometry, fid, '');
}

/** The outer ring first. */
function writeRings(out: TextWriter, rings: readonly GeoLine[], isNorthFirst: boolean): void {
  for (let at = 0; at < rings.length; at += 1) {
    const { start, end } = at === 0 ? EXTERIOR : INTERIOR;
    out.piece(start);
    writeLine(out, rings[at]!, isNorthFirst);
    out.piece(end);
  }
}

function writePoint(out: TextWriter, [x = NaN, y = NaN, z]: GeoPosition, isNorthFirst: boolean): void {
  const { start, end } = z === undefined ? POSITION : POSITION_3D;
  out.piece(start);
  out.number(isNorthFirst ? y : x);
  out.text(' ');
  out.number(isNorthFirst ? x : y);
  if (z !== undefined) {
    out.text(' ');
    out.number(z);
  }
  out.piece(end);
}

/** Most of the work of a page: numbers go from the file to the text without an array between. */
function writeLine(out: TextWriter, line: GeoLine, isNorthFirst: boolean): void {
  const { length, hasHeight } = line;
  const { start, end } = hasHeight ? POSITIONS_3D : POSITIONS;
  out.piece(start);
  for (let at = 0; at < length; at += 1) {
    if (at > 0) out.text(' ');
    out.number(isNorthFirst ? line.y(at) : line.x(at));
    out.text(' ');
    out.number(isNorthFirst ? line.x(at) : line.y(at));
    if (!hasHeight) continue;
    out.text(' ');
    out.number(line.z(at));
  }
  out.piece(end);
}
