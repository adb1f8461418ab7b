import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { ADMIN, isDeactivated } from '../api/admin/roles.ts';
import type { User } from '../api/admin/users.ts';
import { formatIsoDate } from '../format/time.ts';
import { StorageBar } from '../parts/storage-bar.tsx';
import { i18n } from '../languages/i18n.ts';

type UserRowProps = {
  readonly user: User;
  readonly index: number;
  /** The row that is in the tab order. */
  readonly active: boolean;
  readonly style: CSSProperties;
  readonly onFocus: () => void;
};

export const UserRow = ({ user, index, active, style, onFocus }: UserRowProps) => (
  <div
    role="row"
    aria-rowindex={index + 2}
    data-row={index}
    data-off={isDeactivated(user)}
    className="al-row"
    style={style}
    onFocus={onFocus}
  >
    <span role="gridcell" className="al-row-name">
      <Link
        to="/settings/users/$user"
        params={{ user: user.userName }}
        className="al-row-link"
        tabIndex={active ? 0 : -1}
        data-stop=""
      >
        <bdi>{user.userName}</bdi>
      </Link>
      <span className="al-row-kind">{user.email === '' ? i18n.t('no e-mail') : user.email}</span>
    </span>
    <span role="gridcell" className="al-row-roles">
      {user.roles.map((role) => (
        <Badge key={role} variant={role === ADMIN ? 'filled' : 'default'} tt="none" fw={500} className="al-role">
          {role}
        </Badge>
      ))}
    </span>
    <span role="gridcell" className="al-row-storage">
      <StorageBar
        used={user.storageUsed}
        total={user.storageQuota}
        label={i18n.t('Storage of {userName}', { userName: user.userName })}
      />
    </span>
    <span role="gridcell" className="al-row-number" title={user.organizations.join(', ')}>
      {user.organizationCount}
    </span>
    <span role="gridcell" className="al-row-number">
      {user.datasetCount}
    </span>
    <span role="gridcell" className="al-row-date">
      {formatIsoDate(user.createdDate)}
    </span>
  </div>
);
