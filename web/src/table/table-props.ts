import type { DatasetRef } from '../api/addresses.ts';
import type { FilePart } from '../api/file-part.ts';
import type { MapPlace } from './map-place.ts';

export type TableViewProps = {
  readonly datasetRef: DatasetRef;
  /** Tab that is open: 'photos' or the path of a vector file; '' opens the first. */
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  /** CQL2 text of the filter; '' is none. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Sort: 'name' or '-name'; '' is the order of the file. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Geographic box of the map's view; null when there is no map view yet. */
  readonly mapView: readonly [west: number, south: number, east: number, north: number] | null;
  /** Only what lies in that box is shown. */
  readonly isInView: boolean;
  readonly onInView: (isOn: boolean) => void;
  /** The files that have tables. */
  readonly part: FilePart;
  /** Selected features of the open layer by id, or paths of photos. */
  readonly selected: readonly string[];
  /** Shows a place on the map. */
  readonly onPlace: (place: MapPlace) => void;
  readonly onSelect: (ids: readonly string[]) => void;
  readonly mayDownload: boolean;
};
