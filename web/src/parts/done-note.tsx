import { Alert } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type DoneNoteProps = { readonly title: string; readonly children?: ReactNode };

/** Says that something worked; read out without taking the focus. */
export const DoneNote = ({ title, children }: DoneNoteProps) => (
  <Alert color="petrol" role="status" icon={<IconCheck />} title={title}>
    {children}
  </Alert>
);
