import '../../styles/map.css';
import { useMemo, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { filePart } from '../../filter/filter-query.ts';
import { useFilter } from '../../filter/use-filter.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { PADDING_OF_TOOLS } from '../../map/create-map.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { TableView } from '../../table/table-view.tsx';
import { useViewBox } from './use-view-box.ts';

type LayerTableProps = {
  readonly datasetRef: DatasetRef;
  readonly map: MapLibreMap;
  readonly layers: readonly MapLayer[];
  readonly selected: MapLayer | undefined;
  readonly onLayer: (layer: MapLayer) => void;
  /** What is chosen in the selected layer: features by id, photos by path. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly mayDownload: boolean;
};

/** The table calls its tab of photos so. */
const PHOTOS = 'photos';

/** Metres around a single point would be nothing: the map goes no nearer. */
const NEAREST = 19;

/** The attributes of the selected layer. The table and the map have one selection. */
export function LayerTable(props: LayerTableProps) {
  const { datasetRef, map, layers, selected, onLayer, chosen, onChoose, mayDownload } = props;
  const [picked, setPicked] = useState('');
  const [asked, setAsked] = useState({ tab: '', filter: '', sort: '' });
  const [isInView, setInView] = useState(false);
  const box = useViewBox(map);
  const { filter: shown } = useFilter();
  // Rows are looked at by the table itself: a layer may lie in the box that its file goes beyond.
  const part = useMemo(() => filePart({ ...shown, box: null }), [shown]);
  const ofSelected = tabOf(selected);
  // A file of several layers has a tab for each: any of them is of the selected file.
  const tab = ofSelected === null || picked.startsWith(`${ofSelected}:`) ? picked : ofSelected;
  const { filter, sort } = asked.tab === tab ? asked : { filter: '', sort: '' };
  return (
    <TableView
      datasetRef={datasetRef}
      tab={tab}
      onTab={(next) => {
        setPicked(next);
        const layer = layers.find((it) => tabOf(it) === next || next.startsWith(`${it.key}:`));
        if (layer !== undefined) onLayer(layer);
      }}
      filter={filter}
      onFilter={(next) => setAsked({ tab, filter: next, sort })}
      sort={sort}
      onSort={(next) => setAsked({ tab, filter, sort: next })}
      mapView={box}
      selected={chosen}
      isInView={isInView}
      onInView={setInView}
      part={part}
      onPlace={({ bounds }) => map.fitBounds([...bounds], { padding: PADDING_OF_TOOLS, maxZoom: NEAREST })}
      onSelect={onChoose}
      mayDownload={mayDownload}
    />
  );
}

/** The tab of a layer; null where it has no table. */
function tabOf(layer: MapLayer | undefined): string | null {
  if (layer?.group === 'photos') return PHOTOS;
  return layer?.group === 'vectors' ? layer.key : null;
}
