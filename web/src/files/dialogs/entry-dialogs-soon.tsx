import { useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { ApiError, UNREACHABLE } from '../../api/api-error.ts';
import { Problem } from '../../parts/problem.tsx';
import type { EntryDialogs } from './entry-dialogs.tsx';

type Props = ComponentProps<typeof EntryDialogs>;

/** The dialogs, loaded right after the page: it is there sooner without them. */
export function EntryDialogsSoon(props: Props) {
  const [Dialogs, setDialogs] = useState<ComponentType<Props> | null>(null);
  const [failed, setFailed] = useState(false);
  const { serial, opened } = props.state;
  // Each opening tries again; what is loaded is not loaded twice.
  useEffect(() => {
    import('./entry-dialogs.tsx').then(
      (module) => setDialogs(() => module.EntryDialogs),
      () => setFailed(true),
    );
  }, [serial]);
  if (Dialogs !== null) return <Dialogs {...props} />;
  return failed && opened ? <Problem title="This did not open" error={new ApiError(0, UNREACHABLE)} /> : null;
}
