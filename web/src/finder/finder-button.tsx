import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { soon } from '../parts/soon.tsx';
import { i18n } from '../languages/i18n.ts';

const FinderDialog = soon(async () => (await import('./finder-dialog.tsx')).FinderDialog);

/** Opens the finder, as Ctrl+K does on every page. It is loaded at its first use. */
export function FinderButton() {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      // What a window asks is answered first; its own window is one.
      if (document.querySelector('[aria-modal="true"]') === null) button.current?.click();
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  const close = (): void => {
    setOpened(false);
    opener.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={i18n.t('Find anything')}
        aria-keyshortcuts="Control+K"
        title={i18n.t('Find anything (Ctrl+K)')}
        onClick={() => {
          opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
          setWanted(true);
          setOpened(true);
        }}
      >
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
      {wanted && <FinderDialog opened={opened} onClose={close} />}
    </>
  );
}
