import '../styles/sign-in.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { keys } from '../api/keys.ts';
import { featuresQuery, sessionQuery } from '../api/session.ts';
import { LoginForm } from './login-form.tsx';
import { returnAddress } from './return-address.ts';
import { isPersonal } from './use-forget-person.ts';

/** Signing in within the application: where a session ended, uploads go on. `/login` itself is a document of its own. */
export function LoginPage() {
  const search = useSearch({ from: '/login' });
  const router = useRouter();
  const queries = useQueryClient();
  const openId = useQuery(featuresQuery).data?.signIn?.openId ?? null;
  const returnTo = returnAddress(search.return);
  return (
    <LoginForm
      returnTo={returnTo}
      problem={search.problem}
      openId={openId}
      onSignedIn={async () => {
        // What a visitor could see may differ from what this person can.
        queries.removeQueries({ predicate: isPersonal });
        queries.removeQueries({ queryKey: keys.session });
        await queries.fetchQuery(sessionQuery);
        router.history.replace(returnTo);
      }}
      renderPublicLink={(props) => <Link to="/" search={{ show: 'public' }} {...props} />}
    />
  );
}
