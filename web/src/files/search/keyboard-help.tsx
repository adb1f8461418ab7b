import '../../styles/finding.css';
import { Dialog } from '../../parts/dialog.tsx';
import { KEYS } from '../key-task.ts';
import { i18n } from '../../languages/i18n.ts';

type KeyboardHelpProps = { readonly opened: boolean; readonly onClose: () => void };

/** The keys of the list. */
export const KeyboardHelp = ({ opened, onClose }: KeyboardHelpProps) => (
  <Dialog title={i18n.t('Keys in the list')} opened={opened} onClose={onClose}>
    <dl className="al-keys">
      {KEYS.map(([keys, does]) => (
        <div key={keys}>
          <dt>{keys}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
