import { useEffect, useState, type ComponentType } from 'react';
import { ApiError, UNREACHABLE } from '../api/api-error.ts';
import { Problem } from './problem.tsx';
import { i18n } from '../languages/i18n.ts';

/** Milliseconds after which a dialog is loaded though the page has not been idle yet. */
const PATIENCE_MS = 2000;

/**
 * A dialog in a file of its own, which is loaded when the page has nothing else to do: its content is there sooner without it.
 * Opening it loads it at once, and tries again when that did not work.
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
      const start = (): void =>
        void load().then(
          (component) => setLoaded(() => component),
          () => setFailed(true),
        );
      if (!opened) return whenIdle(start);
      start();
      return undefined;
    }, [opened]);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed && opened ? (
      <Problem title={i18n.t('This did not open')} error={new ApiError(0, UNREACHABLE)} />
    ) : null;
  };
}

/** @returns ends the waiting */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(work, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(waiting);
  }
  // Safari has no idle callbacks.
  const waiting = setTimeout(work, PATIENCE_MS / 10);
  return () => clearTimeout(waiting);
}
