import { Button, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsQuery } from '../api/organizations.ts';
import { soon } from '../parts/soon.tsx';
import { OrganizationList } from './organization-list.tsx';
import { i18n } from '../languages/i18n.ts';

const NewOrganizationDialog = soon(async () => (await import('./new-organization-dialog.tsx')).NewOrganizationDialog);

/** The organizations of the person, beside the datasets of the home page. */
export function OwnOrganizations() {
  const organizations = useQuery(organizationsQuery);
  const [creating, setCreating] = useState(false);
  return (
    <section aria-labelledby="organizations" className="al-home-section">
      <div className="al-home-head">
        <Title order={2} size="h3" id="organizations">
          {i18n.t('Organizations')}
        </Title>
        <Button
          variant="default"
          aria-label={i18n.t('New organization')}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {i18n.t('New')}
        </Button>
      </div>
      <OrganizationList
        organizations={organizations}
        cols={{ base: 1, xs: 2, md: 1 }}
        empty={<Text c="dimmed">{i18n.t('There is none yet. Make one for your company, club or project.')}</Text>}
      />
      <NewOrganizationDialog opened={creating} onClose={() => setCreating(false)} />
    </section>
  );
}
