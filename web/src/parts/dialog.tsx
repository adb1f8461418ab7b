import { Modal, type ModalProps } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';

type DialogProps = Pick<ModalProps, 'title' | 'opened' | 'onClose' | 'size' | 'closeOnEscape' | 'children'>;

/** A window above the page. What it holds is made anew each time it opens. */
export const Dialog = (props: DialogProps) => (
  <Modal centered closeButtonProps={{ 'aria-label': i18n.t('Close') }} {...props} />
);
