import { Checkbox, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ADMIN, DEACTIVATED, rolesQuery } from '../../api/admin/roles.ts';
import { Problem } from '../problem.tsx';
import { i18n } from '../../languages/i18n.ts';

type RoleChoiceProps = {
  readonly value: readonly string[];
  readonly onChange: (roles: string[]) => void;
  readonly disabled?: boolean;
};

/** A person's roles. Deactivating is a step of its own and no box to tick by mistake. */
export function RoleChoice({ value, onChange, disabled }: RoleChoiceProps) {
  const roles = useQuery(rolesQuery);
  if (roles.error !== null) return <Problem title={i18n.t('The roles could not be read')} error={roles.error} />;
  const choices = (roles.data ?? []).filter((role) => role !== DEACTIVATED);
  return (
    <Checkbox.Group label={i18n.t('Roles')} value={[...value]} onChange={onChange} readOnly={disabled}>
      {choices.length === 0 && (
        <Text size="sm" c="dimmed">
          {i18n.t('There is no role yet.')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        {choices.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={<bdi className="al-break">{role}</bdi>}
            classNames={{ labelWrapper: 'al-shrinks' }}
            disabled={disabled}
            description={role === ADMIN ? i18n.t('May do and see everything') : undefined}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
