import { ActionIcon, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { formatCounted } from '../../format/counted.ts';
import { GROUP_TITLES, LAYER_GROUPS } from '../../map/layer-groups.ts';
import type { SceneLook } from '../core/scene-layer.ts';
import type { SceneSnapshot, ShownLayer } from '../core/scene-snapshot.ts';
import { thingTitle } from '../scene-things.ts';
import { i18n } from '../../languages/i18n.ts';

type LayerListProps = {
  readonly snapshot: SceneSnapshot;
  readonly looks: ReadonlyMap<string, SceneLook>;
  readonly onHidden: (path: string, isHidden: boolean) => void;
};

/** The layers of a scene in the groups of the map. An eye shows or hides one. */
export function LayerList({ snapshot, looks, onHidden }: LayerListProps) {
  const groups = LAYER_GROUPS.map((group) => ({
    group,
    layers: snapshot.layers.filter(({ path }) => looks.get(path)?.group === group),
  })).filter(({ layers }) => layers.length > 0);
  return groups.map(({ group, layers }) => (
    <section key={group} aria-label={GROUP_TITLES[group]}>
      <Text size="sm" fw={600} c="dimmed">
        {GROUP_TITLES[group]}
      </Text>
      <ul className="al-plain-list">
        {layers.map((layer) => (
          <li key={layer.path} className="al-scene-layer">
            <div>
              <Text className="al-break">
                <bdi>{thingTitle(layer.path)}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {layerText(layer)}
              </Text>
            </div>
            <Eye
              name={thingTitle(layer.path)}
              isHidden={layer.isHidden}
              onHidden={(isHidden) => onHidden(layer.path, isHidden)}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

type EyeProps = {
  readonly name: string;
  readonly isHidden: boolean;
  readonly onHidden: (isHidden: boolean) => void;
};

export const Eye = ({ name, isHidden, onHidden }: EyeProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={i18n.t('Show {name}', { name })}
    aria-pressed={!isHidden}
    onClick={() => onHidden(!isHidden)}
  >
    {isHidden ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
  </ActionIcon>
);

function layerText({ layer, state, points, isHidden }: ShownLayer): string {
  if (isHidden) return i18n.t('Hidden');
  const shown = i18n.t('{points} shown', { points: formatCounted(points, layer.counts ?? 'point') });
  switch (state.kind) {
    case 'loading':
      return i18n.t('Loading…');
    case 'partial':
      return state.cause === undefined
        ? i18n.t('{shown}, loading more…', { shown })
        : i18n.t('{shown}; parts are missing', { shown });
    case 'ready':
      return shown;
    case 'failed':
      return i18n.t('Cannot be shown');
  }
}
