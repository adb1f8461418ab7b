import type { RasterFacts } from '../read/raster-facts.child.ts';

/**
 * A view (GDAL's VRT) of a palette raster as red, green, blue and alpha: each a lookup of the index. It is the only VRT
 * ever opened, and written by us from facts alone: the file's name and CRS are the only texts in it.
 */
export function paletteView(facts: RasterFacts, source: string): string {
  const table = facts.colorTable ?? [];
  const { width, height, geotransform, projection } = facts;
  const nodata = facts.bands[0]?.nodata ?? null;
  const opacity = (index: number): number => (index === nodata ? 0 : (table[index]?.[3] ?? 0));
  const channels = [
    ['Red', (index: number) => table[index]?.[0] ?? 0],
    ['Green', (index: number) => table[index]?.[1] ?? 0],
    ['Blue', (index: number) => table[index]?.[2] ?? 0],
    ['Alpha', opacity],
  ] as const;
  const bands = channels.map(([name, value], band) => {
    const lookup = table.map((_, index) => `${index}:${value(index)}`).join(',');
    // What the mask leaves out stays 0: clear.
    const masked = name === 'Alpha' && facts.hasMask ? '<UseMaskBand>true</UseMaskBand>' : '';
    return [
      `<VRTRasterBand dataType="Byte" band="${band + 1}"><ColorInterp>${name}</ColorInterp>`,
      `<ComplexSource><SourceFilename relativeToVRT="0">${escapeXml(source)}</SourceFilename>`,
      `<SourceBand>1</SourceBand><LUT>${lookup}</LUT>${masked}</ComplexSource></VRTRasterBand>`,
    ].join('');
  });
  return [
    `<VRTDataset rasterXSize="${width}" rasterYSize="${height}">`,
    projection === null ? '' : `<SRS>${escapeXml(projection)}</SRS>`,
    geotransform === null ? '' : `<GeoTransform>${geotransform.join(',')}</GeoTransform>`,
    ...bands,
    '</VRTDataset>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
