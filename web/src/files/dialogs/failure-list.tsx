import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { Failure } from './in-parts.ts';
import { ScrollGroup } from '../../parts/scroll-group.tsx';
import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';

/** Reasons that are shown; the others are counted. */
const SHOWN = 100;

type FailureListProps = { readonly title: string; readonly failures: readonly Failure[] };

/** What was left as it is, and why, path by path. */
export const FailureList = ({ title, failures }: FailureListProps) => (
  <Alert color="red" variant="light" role="alert" title={title} icon={<IconAlertCircle />} className="al-problem">
    <ScrollGroup className="al-failures" label={i18n.t('Reasons')}>
      <ul className="al-plain-list">
        {failures.slice(0, SHOWN).map(({ path, reason }) => (
          <li key={path}>
            <strong>{plain(path)}</strong>
            <br />
            {reason}
          </li>
        ))}
        {failures.length > SHOWN && (
          <li>
            {i18n.t('… and {count, plural, one {# other} other {# others}}.', { count: failures.length - SHOWN })}
          </li>
        )}
      </ul>
    </ScrollGroup>
  </Alert>
);
