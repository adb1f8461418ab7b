import '../styles/cards.css';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Organization } from '../api/organizations.ts';
import { VisibilityBadge } from '../parts/visibility-badge.tsx';

export const OrganizationCard = ({ organization }: { readonly organization: Organization }) => (
  <li className="al-card">
    <div className="al-card-body">
      <div className="al-card-top">
        <Link to="/r/$org" params={{ org: organization.slug }} className="al-card-link">
          <bdi>{organization.name}</bdi>
        </Link>
        <VisibilityBadge isPublic={organization.isPublic} />
      </div>
      {organization.description !== null && organization.description !== '' && (
        <Text size="sm" c="dimmed" lineClamp={3}>
          {organization.description}
        </Text>
      )}
      <Text size="sm" c="dimmed" ff="monospace" className="al-card-foot">
        /r/{organization.slug}
      </Text>
    </div>
  </li>
);
