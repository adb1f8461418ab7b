/** A square of GeoJSON, its sides along the meridians and parallels. @param side degrees */
export function squareFeature(west: number, south: number, side: number, properties: object): object {
  // Millionths of a degree: what is written is what is read.
  const [east, north] = [west + side, south + side].map((degrees) => Math.round(degrees * 1e6) / 1e6);
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [corners] } };
}
