import { Badge, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { configurationQuery, type ConfigurationField } from '../../api/admin/system.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { i18n } from '../../languages/i18n.ts';

const COLUMNS: readonly Column<ConfigurationField>[] = [
  {
    head: i18n.t('Setting'),
    names: true,
    cell: ({ key, description }) => (
      <>
        <span className="al-mono">{key}</span>
        {description !== null && description !== '' && (
          <Text size="sm" c="dimmed" fw={400}>
            <Description text={description} />
          </Text>
        )}
      </>
    ),
  },
  { head: i18n.t('Value'), cell: (field) => <Value field={field} /> },
];

/** What the service was started with. It is read at its start, so nothing is changed here. */
export function ConfigurationPage() {
  usePageTitle(i18n.t('Configuration'), i18n.t('Settings'));
  const configuration = useQuery(configurationQuery);
  return (
    <div className="al-page">
      <PageHead
        title={i18n.t('Configuration')}
        detail={i18n.t(
          'Settings come from the file alidade.json or the environment (see docs/settings.md) and are read when the service starts: a change needs a restart. Secrets are not shown.',
        )}
      />
      {configuration.isPending && <Skeleton height={320} radius="md" />}
      {configuration.error !== null && (
        <Problem
          title={i18n.t('The configuration could not be read')}
          error={configuration.error}
          onRetry={() => void configuration.refetch()}
        />
      )}
      {configuration.data?.sections.map(({ name, title, description, fields }) => (
        <Section key={name} title={title} detail={description ?? undefined}>
          <Table label={title} columns={COLUMNS} rows={fields} keyOf={({ key }) => key} halves />
        </Section>
      ))}
    </div>
  );
}

/** Descriptions mark what is typed literally with backticks. */
const Description = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

function Value({ field }: { readonly field: ConfigurationField }) {
  if (field.sensitive) return <Text c="dimmed">{field.isSet ? i18n.t('set, not shown') : i18n.t('not set')}</Text>;
  const value = field.currentValue ?? field.defaultValue;
  return (
    <span className="al-value">
      {value === null || value === '' ? (
        <Text c="dimmed">{i18n.t('not set')}</Text>
      ) : (
        <span className="al-mono">{value}</span>
      )}
      {field.isSet && (
        <Badge variant="default" tt="none" fw={500}>
          {i18n.t('changed')}
        </Badge>
      )}
    </span>
  );
}
