import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountLanguage } from '../session/use-account-language.ts';
import { usePersonChange } from '../session/use-person-change.ts';
import { useSessionRefresh } from '../session/use-session-refresh.ts';
import { UploadsCorner } from '../uploads/uploads-corner.tsx';
import { RememberVisit } from '../visits/remember-visit.tsx';
import { BarPlace } from './bar-place.ts';
import { Header } from './header.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { i18n } from '../languages/i18n.ts';

/** The frame of every page: skip link, header, the page itself, and the uploads that outlive pages. */
export function Shell() {
  useSessionRefresh();
  usePersonChange();
  useAccountLanguage();
  const main = useFocusOnNavigation();
  const [barPlace, setBarPlace] = useState<HTMLElement | null>(null);
  return (
    <div className="al-shell">
      <a className="al-skip" href="#main" onClick={(event) => skipTo(event, main.current)}>
        {i18n.t('Skip to the content')}
      </a>
      <Header barPlace={setBarPlace} />
      <main id="main" ref={main} tabIndex={-1} className="al-main">
        <BarPlace value={barPlace}>
          <Outlet />
        </BarPlace>
      </main>
      <UploadsCorner />
      <RememberVisit />
    </div>
  );
}

/** Moves the focus without touching the address: its hash belongs to the map's view. */
function skipTo(event: React.MouseEvent, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}
