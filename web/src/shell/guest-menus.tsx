import { LanguageMenu } from './language-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';

/** What somebody without an account chooses in the header. */
export const GuestMenus = () => (
  <>
    <LanguageMenu />
    <ThemeMenu />
  </>
);
