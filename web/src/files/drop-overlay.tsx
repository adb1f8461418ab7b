import { IconUpload } from '@tabler/icons-react';

export const DropOverlay = ({ folder }: { readonly folder: string }) => (
  <div className="al-drop" role="status">
    <div>
      <IconUpload size={40} stroke={1.5} aria-hidden />
      <p>
        Drop to upload into <strong>{folder}</strong>
      </p>
    </div>
  </div>
);
