import '../styles/dropping.css';
import { IconUpload } from '@tabler/icons-react';
import { Trans } from '../languages/trans.tsx';

export const DropOverlay = ({ folder }: { readonly folder: string }) => (
  <div className="al-drop" role="status">
    <div>
      <IconUpload size={40} stroke={1.5} aria-hidden />
      <p>
        <Trans id="Drop to upload into <0>{folder}</0>" values={{ folder }} components={{ 0: <strong /> }} />
      </p>
    </div>
  </div>
);
