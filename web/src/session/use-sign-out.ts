import { useMutation } from '@tanstack/react-query';
import { signOut } from '../api/session.ts';
import { useForgetPerson } from './use-forget-person.ts';

/** Ends the session at the service and in this page. */
export function useSignOut() {
  const forget = useForgetPerson();
  return useMutation({ mutationFn: signOut, onSuccess: forget });
}
