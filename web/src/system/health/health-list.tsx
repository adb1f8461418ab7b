import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { HealthCheck, HealthStatus } from '../../api/answers.ts';
import { healthFacts, STATUS, words } from './health-facts.ts';

const ICONS = { Healthy: IconCircleCheck, Degraded: IconAlertTriangle, Unhealthy: IconCircleX } as const;

type HealthListProps = { readonly entries: Readonly<Record<string, HealthCheck>> };

/** Every check with its state in words and a mark, and what it measured. */
export const HealthList = ({ entries }: HealthListProps) => (
  <ul className="al-plain-list al-checks">
    {Object.entries(entries).map(([name, check]) => (
      <li key={name}>
        <Mark status={check.status} />
        <div>
          <Text fw={550}>
            {words(name)} <Status status={check.status} />
          </Text>
          {check.description !== undefined && check.description !== null && check.description !== '' && (
            <Text size="sm">{check.description}</Text>
          )}
          {healthFacts(check.data ?? {}).map((fact) => (
            <Text key={fact} size="sm" c="dimmed" className="al-break al-figures">
              {fact}
            </Text>
          ))}
        </div>
      </li>
    ))}
  </ul>
);

const Status = ({ status }: { readonly status: HealthStatus }) => (
  <Text component="span" size="sm" c={status === 'Healthy' ? 'dimmed' : 'var(--mantine-color-error)'}>
    {STATUS[status]}
  </Text>
);

function Mark({ status }: { readonly status: HealthStatus }) {
  const Icon = ICONS[status];
  return <Icon size={22} aria-hidden className={status === 'Healthy' ? 'al-good' : 'al-bad'} />;
}
