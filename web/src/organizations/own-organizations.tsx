import { Button, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { organizationsQuery } from '../api/organizations.ts';
import { soon } from '../parts/soon.tsx';
import { OrganizationList } from './organization-list.tsx';
import { ORGANIZATIONS } from './organizations-anchor.ts';
import { i18n } from '../languages/i18n.ts';

const NewOrganizationDialog = soon(async () => (await import('./new-organization-dialog.tsx')).NewOrganizationDialog);

/** The organizations of the person, beside the datasets of the home page. */
export function OwnOrganizations() {
  const organizations = useQuery(organizationsQuery);
  const [creating, setCreating] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { isPending } = organizations;
  const isAskedFor = useLocation({ select: ({ hash }) => hash === ORGANIZATIONS });
  // Again when the cards are there: the page was too short before.
  useEffect(() => {
    if (!isAskedFor) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [isAskedFor, isPending]);
  return (
    <section aria-labelledby={ORGANIZATIONS} className="al-home-section">
      <div className="al-home-head">
        <Title order={2} size="h3" id={ORGANIZATIONS} ref={heading} tabIndex={-1}>
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
