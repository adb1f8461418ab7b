import type { BandMeasure, Nodata } from './read/raster-facts.child.ts';
import { writeXml, xml, type XmlElement } from '../../geodata/xml.ts';

/** A band of a view: a part of a band of a file. */
export interface ViewBand {
  readonly path: string;
  /** From 1. */
  readonly band: number;
  readonly type: string;
  readonly name: string;
  readonly colorInterp: string | null;
  readonly nodata: Nodata | null;
  /** What its numbers stand for; undefined for the values themselves. */
  readonly measure: BandMeasure | undefined;
  /** Upper left pixel of the part; it is as large as the view. */
  readonly column: number;
  readonly row: number;
  /** Added to every number but nodata. */
  readonly raised?: number | undefined;
}

/** A raster that is made of parts of others without copying them. */
export interface RasterView {
  readonly width: number;
  readonly height: number;
  /** CRS as WKT. */
  readonly projection: string | null;
  readonly geotransform: readonly number[] | null;
  readonly bands: readonly ViewBand[];
  /** The band whose mask is that of the view. */
  readonly masked: ViewBand | null;
  /** An XMP packet. */
  readonly xmp?: XmlElement | undefined;
}

/**
 * The view in the words of GDAL's VRT, for its programs alone: written from facts of files that were looked at before
 * (`forView` in raster-steps.ts), and opened by the name of its driver.
 */
export function rasterView({ width, height, projection, geotransform, bands, masked, xmp }: RasterView): string {
  const part = (column: number, row: number) => ({ xOff: column, yOff: row, xSize: width, ySize: height });
  const source = ({ path, column, row, raised, nodata }: ViewBand, sourceBand: string): XmlElement =>
    xml(
      raised === undefined ? 'SimpleSource' : 'ComplexSource',
      {},
      xml('SourceFilename', { relativeToVRT: 0 }, path),
      xml('SourceBand', {}, sourceBand),
      xml('SrcRect', part(column, row)),
      xml('DstRect', part(0, 0)),
      raised !== undefined && [xml('ScaleOffset', {}, raised), xml('ScaleRatio', {}, 1)],
      raised !== undefined && nodata !== null && xml('NODATA', {}, String(nodata)),
    );
  return writeXml(
    xml(
      'VRTDataset',
      { rasterXSize: width, rasterYSize: height },
      projection !== null && xml('SRS', { dataAxisToSRSAxisMapping: '1,2' }, projection),
      geotransform !== null && xml('GeoTransform', {}, geotransform.join(', ')),
      xmp !== undefined && xml('Metadata', { domain: 'xml:XMP', format: 'xml' }, xmp),
      bands.map((band, at) =>
        xml(
          'VRTRasterBand',
          { dataType: band.type, band: at + 1 },
          xml('Description', {}, band.name),
          band.nodata !== null && xml('NoDataValue', {}, String(band.nodata)),
          band.colorInterp !== null && xml('ColorInterp', {}, band.colorInterp),
          measured(band),
          source(band, String(band.band)),
        ),
      ),
      masked !== null &&
        xml(
          'MaskBand',
          {},
          xml('VRTRasterBand', { dataType: 'Byte' }, source({ ...masked, raised: undefined }, `mask,${masked.band}`)),
        ),
    ),
  );
}

const measured = ({ measure }: ViewBand): readonly (XmlElement | false)[] =>
  measure === undefined
    ? []
    : [
        measure.unit !== '' && xml('UnitType', {}, measure.unit),
        xml('Offset', {}, String(measure.offset)),
        xml('Scale', {}, String(measure.scale)),
      ];
