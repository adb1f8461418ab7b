import { Text } from '@mantine/core';
import { GROUP_TITLES, LAYER_GROUPS } from '../../map/layer-groups.ts';
import type { SceneLook } from '../core/scene-kind.ts';
import type { SceneSnapshot } from '../core/scene-snapshot.ts';
import { LayerRow, type LayerRowProps } from './layer-row.tsx';

type LayerListProps = Omit<LayerRowProps, 'shown' | 'isSelected' | 'hasOthers'> & {
  readonly snapshot: SceneSnapshot;
  readonly looks: ReadonlyMap<string, SceneLook>;
  /** Path of the selected layer. */
  readonly selected: string | undefined;
};

/** The layers of a scene in the groups of the map. */
export function LayerList({ snapshot, looks, selected, ...row }: LayerListProps) {
  const groups = LAYER_GROUPS.map((group) => ({
    group,
    layers: snapshot.layers.filter(({ path }) => looks.get(path)?.group === group),
  })).filter(({ layers }) => layers.length > 0);
  const hasOthers = snapshot.layers.filter(({ heights }) => heights !== null).length > 1;
  return (
    <div className="al-scene-rows">
      {groups.map(({ group, layers }) => (
        <section key={group} aria-label={GROUP_TITLES[group]}>
          <Text size="sm" fw={600} c="dimmed">
            {GROUP_TITLES[group]}
          </Text>
          <ul className="al-plain-list">
            {layers.map((shown) => (
              <LayerRow
                key={shown.path}
                {...row}
                shown={shown}
                isSelected={shown.path === selected}
                hasOthers={hasOthers}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
