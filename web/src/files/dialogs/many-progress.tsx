import { Progress as Bar, Text } from '@mantine/core';
import { formatCount } from '../../format/count.ts';
import type { Progress } from './use-many-at-once.ts';

export const ManyProgress = ({ progress }: { readonly progress: Progress | null }) =>
  progress !== null && (
    <div>
      <Text size="sm" c="dimmed" className="al-figures" mb={4}>
        {progress.count} of {formatCount(progress.of, 'item')}. Cancel stops before the next one.
      </Text>
      <Bar value={(100 * progress.count) / progress.of} size="sm" aria-label="Progress" />
    </div>
  );
