import { Modal } from '@mantine/core';
import { KEYS } from '../key-task.ts';

type KeyboardHelpProps = { readonly opened: boolean; readonly onClose: () => void };

/** The keys of the list. */
export const KeyboardHelp = ({ opened, onClose }: KeyboardHelpProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Keys in the list"
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <dl className="al-keys">
      {KEYS.map(([keys, does]) => (
        <div key={keys}>
          <dt>{keys}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Modal>
);
