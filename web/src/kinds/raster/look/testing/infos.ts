import type { RasterBand, RasterInfo } from '../../../../api/rasters.ts';

const band = (number: number, change: Partial<RasterBand> = {}): RasterBand => ({
  number,
  name: '',
  colorInterp: 'other',
  type: 'uint16',
  unit: '',
  scale: 1,
  offset: 0,
  min: 10,
  max: 1000,
  percentile2: 100,
  percentile98: 900,
  ...change,
});

const COLORMAPS: RasterInfo['colormaps'] = [
  { name: 'grayscale', classes: false, colours: ['#000000', '#ffffff'] },
  { name: 'rdylgn', classes: false, colours: ['#a50026', '#ffffbf', '#006837'] },
  { name: 'terrain', classes: false, colours: ['#2b5c9e', '#ffffff'] },
];

const BASE: RasterInfo = {
  minZoom: 0,
  maxZoom: 20,
  bands: [],
  displayBands: [1, 2, 3],
  styles: [{ name: 'default', title: 'Default', legend: null }],
  indices: [],
  colormaps: COLORMAPS,
  isElevation: false,
};

/** Red, green, blue, red edge, near infrared, as 16 bits. */
export const MULTISPECTRAL: RasterInfo = {
  ...BASE,
  bands: ['red', 'green', 'blue', 'red edge', 'near infrared'].map((name, at) => band(at + 1, { name })),
  indices: [
    { name: 'NDVI', title: 'Vegetation', range: [-1, 1], bands: [5, 1] },
    { name: 'NDWI', title: 'Water', range: [-1, 1], bands: [2, 5] },
    { name: 'GRVI', title: 'Ratio', range: null, bands: [5, 2] },
  ],
};

export const PHOTO: RasterInfo = {
  ...BASE,
  bands: (['red', 'green', 'blue', 'alpha'] as const).map((colorInterp, at) =>
    band(at + 1, { colorInterp, type: 'uint8', min: 0, max: 255 }),
  ),
};

export const HEIGHTS: RasterInfo = {
  ...BASE,
  bands: [band(1, { type: 'float32', unit: 'm', min: 400, max: 450, percentile2: 401, percentile98: 449 })],
  displayBands: [1],
  styles: [
    { name: 'default', title: 'Default', legend: null },
    { name: 'hillshade', title: 'Hillshade', legend: null },
    { name: 'elevation', title: 'Elevation', legend: { low: 401, high: 449, colours: ['#2b5c9e', '#ffffff'] } },
  ],
  isElevation: true,
};
