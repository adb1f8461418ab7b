import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, UNREACHABLE } from '../api/api-error.ts';
import { answers, untilAnswered } from '../api/until-answered.ts';
import { Problem } from './problem.tsx';
import { i18n } from '../languages/i18n.ts';

/** Milliseconds after which a dialog is loaded though the page has not been idle yet. */
const PATIENCE_MS = 2000;

/**
 * A dialog in a file of its own, which is loaded when the page has nothing else to do: its content is there sooner without it.
 * Opening it loads it at once, or as soon as the service answers.
 * @param Instead what an open one shows until it is there, with a problem if it never comes; nothing, then a problem, unless told
 */
export function soon<Props extends { readonly opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
  Instead?: ComponentType<Props>,
): ComponentType<Props> {
  return function Soon(props: Props) {
    const { opened } = props;
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const [mayOpen, setMayOpen] = useState(false);
    const [failed, setFailed] = useState<Failed | null>(null);
    const isLoaded = Loaded !== null;
    useEffect(() => {
      if (isLoaded) return undefined;
      const ended = new AbortController();
      const start = (): void =>
        void loadWhenAnswered(load, { isWanted: opened, onWait: () => setFailed('waits'), signal: ended.signal }).then(
          (component) => {
            if (component === null) return;
            // A dialog gives the focus back to what had it when it was opened, which one that begins open does not know.
            flushSync(() => setLoaded(() => component));
            setMayOpen(true);
          },
          () => setFailed('ended'),
        );
      const stop = opened ? start() : whenIdle(start);
      return () => {
        ended.abort();
        stop?.();
      };
    }, [opened, isLoaded]);
    if (Loaded !== null) return <Loaded {...props} opened={opened && mayOpen} />;
    if (!opened) return null;
    return <NotThere failed={failed} instead={Instead && <Instead {...props} />} />;
  };
}

/** `waits`: for the service; `ended`: its file did not come, or is not there any more. */
type Failed = 'waits' | 'ended';

type NotThereProps = {
  readonly failed: Failed | null;
  readonly instead: ReactNode;
};

/** What stands in the place of an open dialog. */
export function NotThere({ failed, instead }: NotThereProps) {
  const tells = failed === 'ended' || (failed === 'waits' && instead === undefined);
  const error = failed === 'ended' ? null : new ApiError(0, UNREACHABLE);
  return (
    <>
      {instead}
      {tells && <Problem title={i18n.t('This did not open')} error={error} />}
    </>
  );
}

type Waiting = {
  /** Whether somebody waits for it: otherwise it can be loaded another time. */
  readonly isWanted: boolean;
  readonly onWait: () => void;
  readonly signal: AbortSignal;
};

/** Chromium never asks again for a module that did not come, so none is asked for while nothing comes. */
async function loadWhenAnswered<T>(load: () => Promise<T>, { isWanted, onWait, signal }: Waiting): Promise<T | null> {
  while (!(await filesCome())) {
    if (!isWanted || signal.aborted) return null;
    onWait();
    await untilAnswered(signal);
  }
  return load();
}

/** A file of the pages, this one: while it comes, the others do. */
const A_FILE = { address: import.meta.url, method: 'HEAD' } as const;

let asked: Promise<boolean> | null = null;

/** One question for all dialogs of a page, which are loaded at the same time. */
function filesCome(): Promise<boolean> {
  asked ??= answers(A_FILE).finally(() => {
    asked = null;
  });
  return asked;
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
