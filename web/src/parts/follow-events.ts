import { inLanguage } from '../api/in-language.ts';
import { setLive } from '../api/live.ts';
import { withLink } from '../api/addresses.ts';
import type { BuildChange } from '../api/builds.ts';
import type { TaskChange } from '../api/tasks.ts';
import { inOrder } from './in-order.ts';

/** A service that refused to tell by itself is asked again after this long: the lists are polled meanwhile. */
const AGAIN_MS = 60_000;

/** What the events of each name tell. */
type Told = { readonly build: BuildChange; readonly task: TaskChange };

type Following<Name extends keyof Told> = {
  /** Address of the stream, without the secret of a link. */
  readonly address: string;
  /** Name of the events. */
  readonly name: Name;
  readonly onEvent: (data: Told[Name]) => void;
  /** Something may have been missed. */
  readonly onGap: () => void;
};

/**
 * Follows a stream of events while the tab is in sight: browsers have few connections to one site. Says in `api/live.ts`
 * whether it is open, so that lists are asked for seldom then.
 *
 * @returns what ends it
 */
export function followEvents<Name extends keyof Told>({ address, name, onEvent, onGap }: Following<Name>): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let wasOpen = false;
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    isOpen = false;
    setLive(address, false);
  };
  const open = (): void => {
    close();
    if (document.hidden) return;
    const stream = new EventSource(withLink(address));
    source = stream;
    source.addEventListener('open', () => {
      isOpen = true;
      setLive(address, true);
      // What happened while nobody listened.
      if (wasOpen) onGap();
      wasOpen = true;
    });
    const tell = inOrder({
      make: (data: Told[Name]) => inLanguage(name, data),
      // Closed meanwhile: the next stream tells of a gap.
      take: (change) => source === stream && onEvent(change),
    });
    source.addEventListener(name, ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as Told[Name]));
    source.addEventListener('error', () => {
      // The lists go on by being asked for, and tell who was signed out.
      if (isOpen) onGap();
      isOpen = false;
      setLive(address, false);
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
    });
  };

  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
}
