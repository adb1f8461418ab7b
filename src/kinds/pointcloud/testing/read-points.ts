import { Las } from 'copc';

/** Points of a LAS or LAZ file as the package `copc` sees them, a row of values each. */
export async function readPoints(
  file: Buffer,
  names: readonly string[],
): Promise<{ readonly header: Las.Header; readonly rows: readonly (readonly number[])[]; readonly wkt: string }> {
  const header = Las.Header.parse(file);
  const get = async (begin: number, end: number): Promise<Uint8Array> => file.subarray(begin, end);
  const vlrs = await Las.Vlr.walk(get, header);
  const payload = (user: string, id: number): Buffer | undefined => {
    const found = Las.Vlr.find(vlrs, user, id);
    return found && file.subarray(found.contentOffset, found.contentOffset + found.contentLength);
  };
  const extra = payload('LASF_Spec', 4);
  const isCompressed = (file[104]! & 0x80) !== 0;
  const points = isCompressed
    ? await Las.PointData.decompressFile(file)
    : file.subarray(header.pointDataOffset, header.pointDataOffset + header.pointCount * header.pointDataRecordLength);
  const view = Las.View.create(points, header, extra === undefined ? [] : Las.ExtraBytes.parse(extra));
  const getters = names.map((name) => view.getter(name));
  const rows = Array.from({ length: header.pointCount }, (_, point) => getters.map((value) => value(point)));
  return { header, rows, wkt: payload('LASF_Projection', 2112)?.toString('utf8') ?? '' };
}

/** Rows as texts in one order, for sets of points. @param digits of the first three values */
export const sortedRows = (rows: readonly (readonly number[])[], digits = 2): readonly string[] =>
  rows.map((row) => row.map((value, at) => (at < 3 ? value.toFixed(digits) : String(value))).join(' ')).toSorted();
