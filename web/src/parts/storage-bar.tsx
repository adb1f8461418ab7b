import { Progress, Text } from '@mantine/core';
import { formatBytes } from '../format/bytes.ts';
import { i18n } from '../languages/i18n.ts';

/** From here on it is worth a warning: the next flight may not fit. */
const NEARLY_FULL = 0.9;

type StorageBarProps = {
  readonly used: number;
  /** Null: no limit, so there is nothing to fill. */
  readonly total: number | null;
  /** Whose storage, for those who do not see the bar. */
  readonly label: string;
};

/** How much of a quota is used, in words and as a bar. */
export function StorageBar({ used, total, label }: StorageBarProps) {
  const share = total === null ? 0 : total === 0 ? 1 : Math.min(1, used / total);
  const percent = Math.round(share * 100);
  return (
    <span className="al-storage">
      <Text component="span" size="sm" className="al-figures">
        {formatBytes(used)}{' '}
        {total === null ? (
          <Dim>{i18n.t('of unlimited')}</Dim>
        ) : (
          <Dim>{i18n.t('of {total}', { total: formatBytes(total) })}</Dim>
        )}
      </Text>
      {total !== null && (
        <Progress
          size="sm"
          value={percent}
          color={share >= NEARLY_FULL ? 'red' : undefined}
          aria-label={i18n.t('{label}: {percent} % used', { label, percent })}
        />
      )}
    </span>
  );
}

const Dim = ({ children }: { readonly children: React.ReactNode }) => (
  <Text component="span" size="sm" c="dimmed">
    {children}
  </Text>
);
