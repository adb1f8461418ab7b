import { useFocusReturn } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { Inspector } from '../../workspace/inspector/inspector.tsx';
import type { InspectorTab } from '../../workspace/inspector/inspector-tabs.ts';
import { Sheet } from '../../workspace/sheet/sheet.tsx';
import type { Stop } from '../../workspace/sheet/stops.ts';
import { useIsPhone } from '../../workspace/sheet/use-is-phone.ts';
import { shownName } from '../entry-path.ts';

type DockedPropertiesProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry | undefined;
  readonly opened: boolean;
  /** Another opening takes the focus again. */
  readonly serial: number;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
};

/** All that is known about an entry, beside the list, which stays in use; on a phone a sheet. */
export function DockedProperties(props: DockedPropertiesProps) {
  const { datasetRef, entry, opened, serial, mayWrite, onClose } = props;
  const [tab, setTab] = useState<InspectorTab>('info');
  const [stop, setStop] = useState<Stop>('half');
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const isPhone = useIsPhone();
  const isOpen = opened && entry !== undefined;
  useFocusReturn({ opened: isOpen });
  useEffect(() => {
    if (!isOpen) return undefined;
    // The menu that opened it lets go of the focus after this.
    const timer = setTimeout(() =>
      panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true }),
    );
    return () => clearTimeout(timer);
  }, [isOpen, serial]);
  if (!isOpen) return null;
  const name = shownName(entry.path);
  const onKeyDown = ({ key, target }: KeyboardEvent): void => {
    // A dialog of a tool, which is above it, ends by itself.
    if (key === 'Escape' && panel.current?.contains(target as Node) === true) onClose();
  };
  const inspector = (
    <section ref={panel} className="al-inspector" role="dialog" aria-labelledby={titleId}>
      <Inspector
        key={entry.path}
        datasetRef={datasetRef}
        title={name}
        titleId={titleId}
        entry={entry}
        tab={tab}
        onTab={setTab}
        mayWrite={mayWrite}
        onClose={onClose}
      />
    </section>
  );
  return (
    <div role="presentation" className={isPhone ? undefined : 'al-docked'} onKeyDown={onKeyDown}>
      {isPhone ? (
        <Sheet title={name} stop={stop} onStop={setStop}>
          {inspector}
        </Sheet>
      ) : (
        inspector
      )}
    </div>
  );
}
