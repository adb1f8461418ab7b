import Type from 'typebox';

/** Answers of the routes of `raster/…`, as the OpenAPI document shows them. */

export const number = (description: string) => Type.Number({ description });
export const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const known = (description: string) => orNull(number(description));
const colours = Type.Array(Type.String({ examples: ['#440154'] }), { description: 'From low to high, evenly spread' });
const name = Type.String();
const METRES_PER_UNIT =
  'Metres in a unit of its values, by the band or by the CRS of the uploaded file; null of a raster without heights';

const Band = Type.Object({
  number: Type.Integer({ description: 'From 1' }),
  name: Type.String({ description: 'What its maker called it; empty for none' }),
  colorInterp: Type.Enum(['red', 'green', 'blue', 'alpha', 'grey', 'other']),
  type: Type.String({ examples: ['uint16'] }),
  unit: Type.String({ description: 'Empty for none' }),
  metresPerUnit: known(METRES_PER_UNIT),
  scale: number('A stored number stands for number × scale + offset'),
  offset: Type.Number(),
  nodata: orNull(Type.Number()),
  min: known('Of a sample of a million pixels, as the next five; null where it is not known'),
  max: orNull(Type.Number()),
  mean: orNull(Type.Number()),
  stdDev: known('Standard deviation'),
  percentile2: orNull(Type.Number()),
  percentile98: orNull(Type.Number()),
});

export const RasterInfo = Type.Object({
  width: Type.Integer({ description: 'Of the built map, in pixels' }),
  height: Type.Integer(),
  minZoom: Type.Integer({ description: 'Zoom of the coarsest overview' }),
  maxZoom: Type.Integer({ description: 'Zoom of all pixels: tiles of deeper ones are enlarged' }),
  bounds: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: 'West, south, east, north in degrees; beyond 180 across the antimeridian',
  }),
  bands: Type.Array(Band),
  displayBands: Type.Array(Type.Integer(), { description: 'What is drawn in the default style' }),
  styles: Type.Array(
    Type.Object({
      name,
      title: Type.String(),
      legend: orNull(Type.Object({ low: Type.Number(), high: Type.Number(), colours })),
    }),
  ),
  indices: Type.Array(
    Type.Object({
      name,
      title: Type.String(),
      expression: Type.String({ description: 'As people write it' }),
      range: orNull(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
      bands: Type.Array(Type.Integer(), { description: 'In the order of the formula' }),
    }),
    { description: 'Indices that the bands are enough for' },
  ),
  colormaps: Type.Array(
    Type.Object({ name, classes: Type.Boolean({ description: 'Whether colours do not blend' }), colours }),
  ),
  isElevation: Type.Boolean({ description: 'Whether it has reliefs, heights as tiles, and volumes' }),
});

export const RasterStatistics = Type.Object({
  approximate: Type.Boolean({ description: 'Whether an overview was read rather than all pixels' }),
  width: Type.Integer({ description: 'Pixels that were read' }),
  height: Type.Integer(),
  items: Type.Array(
    Type.Object({
      band: orNull(Type.Integer()),
      expression: orNull(Type.String()),
      count: Type.Integer({ description: 'Pixels with a value' }),
      min: known('Null without a pixel'),
      max: orNull(Type.Number()),
      mean: orNull(Type.Number()),
      stdDev: orNull(Type.Number()),
      percentile2: orNull(Type.Number()),
      percentile98: orNull(Type.Number()),
      histogram: orNull(
        Type.Object({
          min: Type.Number(),
          max: Type.Number(),
          counts: Type.Array(Type.Integer(), { description: '64 equal bins from min to max' }),
        }),
      ),
    }),
  ),
});

export const RasterValue = Type.Object({
  lon: Type.Number(),
  lat: Type.Number(),
  column: orNull(Type.Integer({ description: 'Pixel of the uploaded file; null beside it' })),
  row: orNull(Type.Integer()),
  bands: Type.Array(
    Type.Object({
      number: Type.Integer({ description: 'From 1' }),
      name,
      unit: Type.String({ description: 'Empty for none' }),
      metresPerUnit: number('Metres in a unit of the value, where it is a height'),
      value: orNull(number('As it is stored; null where nothing is')),
    }),
  ),
  indices: Type.Array(Type.Object({ name, value: orNull(Type.Number()) })),
});
