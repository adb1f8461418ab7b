import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DatasetGrant } from '../../../access/index.ts';
import { createEngine } from '../../../engine/index.ts';
import { createProjections } from '../../../projections/index.ts';
import type { CoverageOrder } from '../../../kinds/raster/index.ts';
import type { LayerCatalog } from '../../layers/catalog.ts';
import { createLayerSet } from '../../layers/layer-set.ts';
import type { RasterLayer } from '../../layers/layer.ts';
import { readKvp } from '../../kvp.ts';
import { ORTHO } from '../../testing/sample-layers.ts';
import { wcsService } from '../service.ts';

const projection = (code: number): string => `PROJCS["plane",AUTHORITY["EPSG","${code}"]]`;

/** 1000 x 1000 pixels of a metre in UTM zone 32 N. */
export const PHOTO: RasterLayer = { ...ORTHO, projection: projection(32632) };
/** 100 x 50 pixels, turned by 30 degrees, of two measures with nodata. */
export const TURNED: RasterLayer = {
  ...ORTHO,
  name: 'turned.tif',
  safeName: 'turned.tif',
  title: 'turned.tif',
  path: 'turned.tif',
  width: 100,
  height: 50,
  projection: projection(32632),
  nodata: [-9999, 'nan'],
  geotransform: [680_000, 8.660254, 5, 4_920_000, 5, -8.660254],
  bands: ['Gray', 'Undefined'].map((colorInterp) => ({ type: 'Float32', colorInterp })),
};
/** A world of one degree a pixel. */
export const WORLD: RasterLayer = {
  ...ORTHO,
  name: 'world.tif',
  safeName: 'world.tif',
  title: 'world.tif',
  path: 'world.tif',
  width: 360,
  height: 180,
  geotransform: [-180, 1, 0, 90, 0, -1],
  bounds: [-180, -90, 180, 90],
  projection: 'GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]]',
  nodata: [null],
  bands: [{ type: 'Byte', colorInterp: 'Palette' }],
};
/** Placed by control points. */
export const POINTS: RasterLayer = {
  ...ORTHO,
  name: 'points.tif',
  safeName: 'points.tif',
  title: 'points.tif',
  path: 'points.tif',
  geotransform: null,
  projection: 'GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]]',
};

export interface WcsAnswer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** What was asked of the maker of coverages, if it was. */
  readonly order: CoverageOrder | undefined;
}

/** WCS over layers, without HTTP and without pixels: queries give documents and orders. */
export function openWcs(layers: readonly RasterLayer[]): {
  readonly ask: (query: string) => Promise<WcsAnswer>;
  readonly close: () => Promise<void>;
} {
  const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
  const set = createLayerSet(layers, new Set(), false);
  const catalog: LayerCatalog = {
    title: () => Promise.resolve('Harvest'),
    list: () => Promise.resolve(set),
    find: (_view, name, unknown) => {
      const found = set.find(name);
      return found === undefined ? Promise.reject(unknown(`There is no layer ${name}.`)) : Promise.resolve(found);
    },
  };
  const projections = createProjections(engine);
  return {
    close: () => engine.close(),
    async ask(query) {
      let order: CoverageOrder | undefined;
      const coverages = {
        check: (asked: CoverageOrder) => void (order = asked),
        make: () => Promise.resolve({ stream: Readable.from(['bytes']), length: 5 }),
      };
      const service = wcsService({ catalog, projections, coverages });
      const headers: Record<string, unknown> = {};
      const reply = {
        headers: (more: object) => Object.assign(headers, more) && reply,
        header: (name: string, value: unknown) => (headers[name] = value) && reply,
        type: (type: string) => (headers['content-type'] = type) && reply,
        send: (body: unknown) => body,
      };
      const body = await service.handle({
        request: { headers: {} } as FastifyRequest,
        reply: reply as unknown as FastifyReply,
        isPublic: true,
        caller: undefined,
        requireOriginals: () => undefined,
        kvp: readKvp(query, service.repeatable),
        view: { dataset: { id: 'dataset' } as DatasetGrant, below: '' },
        address: new URL('https://maps.example.org/orgs/org/ds/ds/wcs'),
        datasetAddress: 'https://maps.example.org/orgs/org/ds/ds',
        signal: new AbortController().signal,
      });
      return { headers, body, order };
    },
  };
}
