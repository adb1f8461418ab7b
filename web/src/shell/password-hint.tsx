import { Anchor, CloseButton } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PASSWORD_FORM } from '../account/password-anchor.ts';
import { sessionQuery } from '../api/session.ts';

/** Says on every page that the password is still the one the service was installed with. */
export function PasswordHint() {
  const { data: session } = useQuery(sessionQuery);
  const [hidden, setHidden] = useSessionStorage({ key: 'alidade.password-hint-hidden', defaultValue: false });
  if (session?.mustChangePassword !== true || hidden) return null;
  return (
    <aside className="al-hint" aria-label="Security hint">
      <IconAlertTriangle size={20} aria-hidden />
      <p>
        This account still has the password it was set up with.{' '}
        <Anchor
          inherit
          underline="always"
          c="inherit"
          renderRoot={(props) => <Link to="/account" hash={PASSWORD_FORM} {...props} />}
        >
          Choose your own password
        </Anchor>
      </p>
      <CloseButton aria-label="Hide this hint for now" c="inherit" onClick={() => setHidden(true)} />
    </aside>
  );
}
