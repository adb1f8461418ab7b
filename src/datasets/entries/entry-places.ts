import type { Database } from '../../database/index.ts';
import type { SpatialPlace } from '../../geodata/place/place.ts';
import { geometriesOf } from '../../inspection/index.ts';
import { type EntryKey, toJson } from './entry-store.ts';
import { boundsOf } from './search-columns.ts';

/** Places of entries that something else than their inspection has found. */
export interface EntryPlaces {
  /**
   * Gives all entries with these bytes, and these files beside them, the place that a build has found. They keep it while its output is
   * there. The caller holds the lock of the dataset.
   *
   * @param key with the type that they have: bytes can be of one by one name and of another by another
   * @param place null: they have none
   */
  setBuilt(
    db: Database,
    key: Required<Omit<EntryKey, 'types'>> & { readonly type: number },
    place: SpatialPlace | null,
  ): Promise<void>;
}

export const entryPlaces: EntryPlaces = {
  async setBuilt(db, { datasetId, hash, companions, type }, place) {
    const { pointGeometry, polygonGeometry } = geometriesOf(place);
    await db
      .updateTable('entries')
      .set({
        point_geom: toJson(pointGeometry),
        polygon_geom: toJson(polygonGeometry),
        bounds: boundsOf(polygonGeometry),
      })
      .where('dataset_id', '=', datasetId)
      .where('hash', '=', hash)
      .where('companions', '=', companions)
      .where('type', '=', type)
      .execute();
  },
};
