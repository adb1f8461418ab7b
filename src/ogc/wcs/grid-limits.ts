import type { Grid } from './grid.ts';
import { xml, type XmlElement } from '../../geodata/xml.ts';

/** `gml:limits` of a grid, as WCS 1.0.0 and 2.0.1 both have it: indices of the first and of the last pixel. */
export function gridLimits({ width, height }: Pick<Grid, 'width' | 'height'>): XmlElement {
  return xml(
    'gml:limits',
    {},
    xml('gml:GridEnvelope', {}, xml('gml:low', {}, '0 0'), xml('gml:high', {}, `${width - 1} ${height - 1}`)),
  );
}
