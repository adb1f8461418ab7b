import type { Organization } from '../api/organizations.ts';
import { VisibilityBadge } from '../parts/visibility-badge.tsx';

/** What stands below an organization's name: what it is, and who sees it. */
export const OrganizationFacts = ({ organization }: { readonly organization: Organization }) => (
  <>
    {organization.description !== null && organization.description !== '' && (
      <div className="al-break">{organization.description}</div>
    )}
    <VisibilityBadge isPublic={organization.isPublic} />
  </>
);
