/** The document of `/login`: the form alone, without what the other pages need. */
import '../styles/login-document.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import icon from '../shell/icon.svg';
import { colors, theme } from '../theme.ts';
import { LanguageSelect } from './language-select.tsx';
import { LoginForm } from './login-form.tsx';
import { returnAddress, withHash } from './return-address.ts';
import { SchemeButton } from './scheme-button.tsx';
import { useProvider } from './use-provider.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('login.html has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={colors} defaultColorScheme="auto">
      <LoginDocument />
    </MantineProvider>
  </StrictMode>,
);

function LoginDocument() {
  const query = new URLSearchParams(location.search);
  const returnTo = withHash(returnAddress(query.get('return') ?? undefined), location.hash);
  const openId = useProvider();
  return (
    <div className="al-shell">
      <header className="al-header">
        <a href="/" className="al-brand">
          <img src={icon} alt="" width={28} height={28} />
          <span>Alidade</span>
        </a>
        <div className="al-header-end">
          <LanguageSelect />
          <SchemeButton />
        </div>
      </header>
      <main className="al-main">
        <LoginForm
          returnTo={returnTo}
          problem={query.get('problem') ?? undefined}
          openId={openId}
          onSignedIn={() => {
            location.replace(returnTo);
            // The button stays busy until the other page is there.
            return new Promise(() => undefined);
          }}
        />
      </main>
    </div>
  );
}
