import { Outlet } from '@tanstack/react-router';
import { RememberVisit } from '../home/remember-visit.tsx';
import { usePersonChange } from '../session/use-person-change.ts';
import { useSessionRefresh } from '../session/use-session-refresh.ts';
import { UploadsCorner } from '../uploads/uploads-corner.tsx';
import { Header } from './header.tsx';
import { PasswordHint } from './password-hint.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** The frame of every page: skip link, header, hint, the page itself, and the uploads that outlive pages. */
export function Shell() {
  useSessionRefresh();
  usePersonChange();
  const main = useFocusOnNavigation();
  return (
    <div className="al-shell">
      <a className="al-skip" href="#main" onClick={(event) => skipTo(event, main.current)}>
        Skip to the content
      </a>
      <Header />
      <PasswordHint />
      <main id="main" ref={main} tabIndex={-1} className="al-main">
        <Outlet />
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
