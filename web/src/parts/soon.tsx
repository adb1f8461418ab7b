import { useEffect, useState, type ComponentType } from 'react';
import { ApiError, UNREACHABLE } from '../api/api-error.ts';
import { Problem } from './problem.tsx';

/**
 * A dialog in a file of its own, which is loaded right after the page: the page is there sooner without it. When that did
 * not work, opening it tries again.
 */
export function soon<Props extends { readonly opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function Soon(props: Props) {
    const { opened } = props;
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      // What is loaded is not loaded twice.
      load().then(
        (component) => setLoaded(() => component),
        () => setFailed(true),
      );
    }, [opened]);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed && opened ? <Problem title="This did not open" error={new ApiError(0, UNREACHABLE)} /> : null;
  };
}
