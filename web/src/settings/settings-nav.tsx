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

const PAGES = [
  { to: '/settings/users', name: 'Users', Icon: IconUsers },
  { to: '/settings/roles', name: 'Roles', Icon: IconTags },
  { to: '/settings/system', name: 'System', Icon: IconActivityHeartbeat },
  { to: '/settings/jobs', name: 'Jobs', Icon: IconListCheck },
  { to: '/settings/clean-up', name: 'Clean-up', Icon: IconRecycle },
  { to: '/settings/import', name: 'Import', Icon: IconCloudDownload },
  { to: '/settings/audit', name: 'Audit log', Icon: IconHistory },
  { to: '/settings/configuration', name: 'Configuration', Icon: IconAdjustments },
] as const;

/** Beside the page; above it, in one line to scroll, where the screen is narrow. */
export function SettingsNav() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={nav} aria-label="Settings" className="al-settings-nav">
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
