import { Button, type ButtonVariant } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import { useRef } from 'react';

type FileInputButtonProps = {
  readonly label: string;
  readonly variant: ButtonVariant;
  readonly Icon: TablerIcon;
  readonly directory?: boolean;
  readonly onChoose: (files: FileList) => void;
};

/** A button that opens the browser's file dialog; with `directory` for a whole folder. */
export function FileInputButton({ label, variant, Icon, directory = false, onChoose }: FileInputButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} leftSection={<Icon size={18} />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(directory ? { webkitdirectory: '' } : {})}
        onChange={({ currentTarget }) => {
          if (currentTarget.files !== null) onChoose(currentTarget.files);
          // Choosing the same file again must fire a change, too.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
