import { Badge, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isDeactivated } from '../../api/admin/roles.ts';
import { usersQuery, type User } from '../../api/admin/users.ts';
import { ApiError } from '../../api/api-error.ts';
import { featuresQuery } from '../../api/session.ts';
import { formatIsoDate } from '../../format/time.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { ExternalUsersNote } from '../external-users-note.tsx';
import { EndSection } from './end-section.tsx';
import { MetadataSection } from './metadata-section.tsx';
import { OrganizationsSection } from './organizations-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { QuotaSection } from './quota-section.tsx';
import { i18n } from '../../languages/i18n.ts';

/** Names are the same in any letter case. */
const named = (name: string) => (user: User) => user.userName.toLowerCase() === name.toLowerCase();

export function UserPage() {
  const { user: name } = useParams({ from: '/settings/users/$user' });
  const users = useQuery(usersQuery);
  const features = useQuery(featuresQuery);
  const user = users.data?.find(named(name));
  const local = features.data?.userManagement === true;
  usePageTitle(user?.userName ?? name, i18n.t('Users'));
  return (
    <div className="al-page al-narrow">
      <PageHead
        steps={[{ name: i18n.t('Users'), link: { to: '/settings/users' } }]}
        title={user?.userName ?? name}
        detail={user !== undefined && <Facts user={user} />}
      />
      {users.isPending && <Skeleton height={320} radius="md" />}
      {users.error !== null && (
        <Problem
          title={i18n.t('This person could not be read')}
          error={users.error}
          onRetry={() => void users.refetch()}
        />
      )}
      {users.data !== undefined && user === undefined && (
        <Problem
          title={i18n.t('This person could not be found')}
          error={new ApiError(404, i18n.t('Nobody has this name, or no longer.'))}
        />
      )}
      {features.data?.userManagement === false && <ExternalUsersNote />}
      {user !== undefined && (
        // Another person is another form: nothing typed for one is sent for the other.
        <Sections key={user.id} user={user} local={local} />
      )}
    </div>
  );
}

/** `local`: the account is made and named here and not at a provider. */
const Sections = ({ user, local }: { readonly user: User; readonly local: boolean }) => (
  <>
    <ProfileSection user={user} readOnly={!local} />
    <QuotaSection user={user} />
    <OrganizationsSection userName={user.userName} />
    {local && <PasswordSection userName={user.userName} />}
    <MetadataSection userName={user.userName} />
    <EndSection user={user} />
  </>
);

const Facts = ({ user }: { readonly user: User }) => (
  <Group gap="xs">
    {isDeactivated(user) && (
      <Badge color="red" variant="filled" tt="none" fw={500}>
        {i18n.t('Deactivated')}
      </Badge>
    )}
    <span>{i18n.t('Since {createdDate}', { createdDate: formatIsoDate(user.createdDate) })}</span>
  </Group>
);
