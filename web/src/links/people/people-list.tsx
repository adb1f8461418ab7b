import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { levelName, type Member } from '../../api/organizations.ts';
import { i18n } from '../../languages/i18n.ts';

/** More are on the page of the members. */
const MOST_ROWS = 8;

type PeopleListProps = {
  readonly org: string;
  readonly owner: string | null;
  readonly members: readonly Member[];
  readonly isManager: boolean;
};

/** The people of an organization with their rights, the owner first. */
export function PeopleList({ org, owner, members, isManager }: PeopleListProps) {
  const shown = members.slice(0, MOST_ROWS);
  const more = members.length - shown.length;
  return (
    <>
      <ul className="al-plain-list al-people" aria-label={i18n.t('People who may see it')}>
        {owner !== null && <Person name={owner} right={i18n.t('Owner')} />}
        {shown.map(({ userName, permissions }) => (
          <Person key={userName} name={userName} right={levelName(permissions)} />
        ))}
        {more > 0 && (
          <li>
            <Text size="sm" c="dimmed">
              {i18n.t('{more} more', { more })}
            </Text>
          </li>
        )}
      </ul>
      <Anchor
        size="sm"
        className="al-people-all"
        renderRoot={(props) => <Link to="/r/$org/-/members" params={{ org }} {...props} />}
      >
        {isManager ? i18n.t('Manage members') : i18n.t('All members')}
      </Anchor>
    </>
  );
}

const Person = ({ name, right }: { readonly name: string; readonly right: string }) => (
  <li>
    <bdi>{name}</bdi>
    <Text span size="sm" c="dimmed">
      {right}
    </Text>
  </li>
);
