import { Progress as Bar, Text } from '@mantine/core';
import type { Progress } from './use-many-at-once.ts';
import { i18n } from '../../languages/i18n.ts';

export const ManyProgress = ({ progress }: { readonly progress: Progress | null }) =>
  progress !== null && (
    <div>
      <Text size="sm" c="dimmed" className="al-figures" mb={4}>
        {i18n.t('{count} of {of, plural, one {# item} other {# items}}. Cancel stops before the next one.', {
          count: progress.count,
          of: progress.of,
        })}
      </Text>
      <Bar value={(100 * progress.count) / progress.of} size="sm" aria-label={i18n.t('Progress')} />
    </div>
  );
