import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import { datasetQuery } from '../../api/datasets.ts';
import { entryQuery } from '../../api/entries.ts';
import { Inspector } from '../../workspace/inspector/inspector.tsx';
import type { InspectorTab } from '../../workspace/inspector/inspector-tabs.ts';
import { isForMany, thingTitle } from '../scene-things.ts';
import type { ChosenHeights } from '../heights/chosen-heights.ts';
import { HeightChoice } from './height-choice.tsx';
import { LayerStyle, type LayerStyleProps } from './layer-style.tsx';

type SelectedLayerProps = LayerStyleProps & {
  readonly datasetRef: DatasetRef;
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  readonly chosenHeights: ChosenHeights;
  readonly onHeights: (chosen: ChosenHeights) => void;
  readonly onClose: () => void;
};

/** The inspector of the selected layer, as the map has one. */
export default function SelectedLayer(props: SelectedLayerProps) {
  const { datasetRef, tab, onTab, chosenHeights, onHeights, onClose, ...style } = props;
  const { path } = style.shown;
  const entry = useQuery({ ...entryQuery(datasetRef, path), enabled: !isForMany(path) });
  const dataset = useQuery(datasetQuery(datasetRef));
  return (
    <section className="al-scene-selected" aria-label={thingTitle(path)}>
      <Inspector
        datasetRef={datasetRef}
        title={thingTitle(path)}
        entry={entry.data ?? null}
        tab={tab}
        onTab={onTab}
        style={
          <Stack gap="sm">
            <LayerStyle {...style} />
            <HeightChoice shown={style.shown} chosen={chosenHeights} onChosen={onHeights} />
          </Stack>
        }
        mayWrite={dataset.data?.permissions?.canWrite === true}
        onClose={onClose}
      />
    </section>
  );
}
