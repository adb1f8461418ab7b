import '@mantine/core/styles/Tooltip.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowsVertical,
  IconChartArea,
  IconList,
  IconMapPin,
  IconMessage,
  IconPolygon,
  IconPyramid,
  IconRuler,
} from '@tabler/icons-react';
import { NEEDS_HEIGHTS, TOOL_NAMES } from '../model/new-feature.ts';
import { type Tool, TOOLS } from '../model/measurement.ts';
import { i18n } from '../../languages/i18n.ts';

const ICONS: Readonly<Record<Tool, typeof IconRuler>> = {
  distance: IconRuler,
  area: IconPolygon,
  height: IconMapPin,
  difference: IconArrowsVertical,
  profile: IconChartArea,
  volume: IconPyramid,
  annotation: IconMessage,
};

/** The key of a tool: its place. */
export const toolOfKey = (key: string): Tool | undefined => (/^[1-7]$/.test(key) ? TOOLS[Number(key) - 1] : undefined);

type ToolRailProps = {
  readonly tool: Tool | null;
  readonly hasHeights: boolean;
  readonly isListOpen: boolean;
  readonly onTool: (tool: Tool | null) => void;
  readonly onList: () => void;
};

/** The names are seen by all who come to a button, by keys and fingers as well. */
const SHOWN_BY = { hover: true, focus: true, touch: true } as const;

/** The tools, a button each, and the one that shows the list. */
export const ToolRail = ({ tool, hasHeights, isListOpen, onTool, onList }: ToolRailProps) => (
  <div className="al-measuring-rail" role="group" aria-label={i18n.t('Measuring tools')}>
    {TOOLS.map((one, index) => {
      const Icon = ICONS[one];
      const isOff = !hasHeights && NEEDS_HEIGHTS.includes(one);
      const hint = isOff
        ? i18n.t('{tool} needs an elevation model', { tool: TOOL_NAMES[one] })
        : `${TOOL_NAMES[one]} (${index + 1})`;
      return (
        <Tooltip key={one} label={hint} position="right" events={SHOWN_BY}>
          <ActionIcon
            size="lg"
            variant={tool === one ? 'filled' : 'default'}
            aria-label={isOff ? hint : TOOL_NAMES[one]}
            aria-pressed={tool === one}
            aria-keyshortcuts={`${index + 1}`}
            // A disabled button could not say why.
            aria-disabled={isOff}
            data-disabled={isOff || undefined}
            onClick={() => {
              if (!isOff) onTool(tool === one ? null : one);
            }}
          >
            <Icon size={20} />
          </ActionIcon>
        </Tooltip>
      );
    })}
    <Tooltip label={i18n.t('List of measurements')} position="right" events={SHOWN_BY}>
      <ActionIcon
        size="lg"
        variant={isListOpen ? 'light' : 'default'}
        aria-label={i18n.t('List of measurements')}
        aria-expanded={isListOpen}
        onClick={onList}
      >
        <IconList size={20} />
      </ActionIcon>
    </Tooltip>
  </div>
);
