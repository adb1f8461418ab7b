import {
  IconActivityHeartbeat,
  IconAdjustments,
  IconRecycle,
  IconCloudDownload,
  IconHistory,
  IconListCheck,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { i18n } from '../languages/i18n.ts';

const PAGES = [
  { to: '/settings/users', name: i18n.t('Users'), Icon: IconUsers },
  { to: '/settings/roles', name: i18n.t('Roles'), Icon: IconTags },
  { to: '/settings/system', name: i18n.t('System'), Icon: IconActivityHeartbeat },
  { to: '/settings/jobs', name: i18n.t('Jobs'), Icon: IconListCheck },
  { to: '/settings/clean-up', name: i18n.t('Clean-up'), Icon: IconRecycle },
  { to: '/settings/import', name: i18n.t('Import'), Icon: IconCloudDownload },
  { to: '/settings/audit', name: i18n.t('Audit log'), Icon: IconHistory },
  { to: '/settings/configuration', name: i18n.t('Configuration'), Icon: IconAdjustments },
] as const;

/** Beside the page; above it, in one line to scroll, where the screen is narrow. */
export function SettingsNav() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={nav} aria-label={i18n.t('Settings')} className="al-settings-nav">
      <ul className="al-plain-list">
        {PAGES.map(({ to, name, Icon }) => (
          <li key={to}>
            <Link to={to} className="al-settings-link" activeOptions={{ includeSearch: false }}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
