import type { EntryRow } from '../datasets/index.ts';
import type { Addresses, DatasetName } from './addresses.ts';
import { assetsOf, type Derived } from './assets.ts';
import { collectionId } from './collection-id.ts';
import { pointCloudOf } from './extensions/point-cloud.ts';
import { cloudProjectionOf, projectionOf } from './extensions/projection.ts';
import { viewOf } from './extensions/view.ts';
import { boxOf, footprintOf, footprintOfAreas, geometryOf } from './geometry/footprint.ts';
import { itemId } from './item-id.ts';
import type { BuiltFacts } from './store/files.ts';
import { writeMoment } from './moment.ts';
import { GEOJSON_TYPE, JSON_TYPE, STAC_VERSION, type Asset, type Link } from './stac-document.ts';

export interface Item {
  readonly type: 'Feature';
  readonly stac_version: string;
  readonly stac_extensions: readonly string[];
  readonly id: string;
  readonly geometry: object;
  readonly bbox: readonly number[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly links: readonly Link[];
  readonly assets: Readonly<Record<string, Asset>>;
  readonly collection: string;
}

/**
 * An entry as a STAC item; `undefined` for one without a place.
 *
 * @param built what is built of it, by kind of output
 */
export function presentItem(
  dataset: DatasetName,
  entry: EntryRow,
  built: BuiltFacts,
  addresses: Addresses,
  derived: Derived,
): Item | undefined {
  const told = toldByBuilds(built, derived);
  const footprint = footprintOfAreas(told['footprint']) ?? footprintOf(entry.polygonGeometry, entry.pointGeometry);
  if (footprint === undefined || entry.hash === null) return undefined;
  const raw = { ...entry.properties, ...told };
  const extended = [projectionOf(raw), cloudProjectionOf(told), viewOf(raw), pointCloudOf(raw)];
  const { assets, schemas } = assetsOf(dataset, entry, built, addresses, derived);
  return {
    type: 'Feature',
    stac_version: STAC_VERSION,
    stac_extensions: [...new Set([...extended.flatMap((extension) => extension.schemas), ...schemas])],
    id: itemId(entry.path),
    geometry: geometryOf(footprint),
    bbox: boxOf(footprint),
    properties: {
      ...ownProperties(
        raw,
        extended.slice(0, 2).some(({ schemas: own }) => own.length > 0),
      ),
      title: entry.path,
      datetime: takenAt(entry),
      updated: writeMoment(entry.mtime * 1000),
      ...instruments(raw),
      ...Object.assign({}, ...extended.map(({ fields }) => fields)),
    },
    links: linksOf(dataset, entry, addresses),
    assets,
    collection: collectionId(dataset.organizationSlug, dataset.slug),
  };
}

/** Properties that an entry has since something was built of it. */
const toldByBuilds = (built: BuiltFacts, { outputs }: Derived): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...outputs.map((output) => {
      const facts = built[output.kind];
      return output.made === 'by-build' && facts ? output.properties?.(facts) : undefined;
    }),
  ) as Readonly<Record<string, unknown>>;

function linksOf(dataset: DatasetName, { path }: EntryRow, addresses: Addresses): Link[] {
  const collection = addresses.collection(dataset);
  return [
    { rel: 'self', href: addresses.item(dataset, path), type: GEOJSON_TYPE },
    { rel: 'root', href: addresses.root, type: JSON_TYPE },
    { rel: 'parent', href: collection, type: JSON_TYPE },
    { rel: 'collection', href: collection, type: JSON_TYPE },
  ];
}

/** Names that mean something else in STAC than in an entry, and stand in another form where they belong. */
const STAC_NAMES: ReadonlySet<string> = new Set([
  'title',
  'description',
  'datetime',
  'start_datetime',
  'end_datetime',
  'created',
  'updated',
  'license',
  'providers',
  'platform',
  'instruments',
  'constellation',
  'mission',
  'gsd',
  'keywords',
  'roles',
  'bands',
  'nodata',
  'data_type',
  'statistics',
  'unit',
  'geotransform',
  'projection',
  'dimensions',
  // Facts of built point clouds and models.
  'bounds',
  'projectedBounds',
  'nexus',
  'tiles3d',
  'density',
  'outline',
  'footprint',
]);

/** Properties of the entry, less what the extensions tell in their own words. */
function ownProperties(properties: Readonly<Record<string, unknown>>, isProjected: boolean): Record<string, unknown> {
  const hasShape = (name: string): boolean => isProjected && (name === 'width' || name === 'height');
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => !STAC_NAMES.has(name) && !hasShape(name) && !name.includes(':')),
  );
}

function instruments({ sensor }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return typeof sensor === 'string' && sensor !== '' ? { instruments: [sensor] } : {};
}

/** Capture time, else the time of the file: what searches by time compare with. */
export function takenAt({ properties, mtime }: Pick<EntryRow, 'properties' | 'mtime'>): string {
  const captureTime = properties?.['captureTime'];
  return writeMoment(typeof captureTime === 'number' && captureTime > 0 ? captureTime : mtime * 1000);
}
