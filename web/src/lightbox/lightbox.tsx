import '../styles/lightbox.css';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { shownName } from '../files/entry-path.ts';
import { LightboxContent } from './lightbox-content.tsx';
import { type LightboxItem, placeIn } from './lightbox-items.ts';
import { i18n } from '../languages/i18n.ts';

export type LightboxProps = {
  readonly opened: boolean;
  readonly datasetRef: DatasetRef;
  readonly items: readonly LightboxItem[];
  /** Path of the item that is shown first. */
  readonly start: string;
  /** Second at which a video begins that is shown first. Default: 0 */
  readonly startAt?: number;
  readonly onClose: () => void;
  /** Shows a place on the map. Without it there is no map to show it on. */
  readonly onShow?: (place: readonly [longitude: number, latitude: number]) => void;
};

/** Photos, panoramas and videos, large and one after the other. */
export function Lightbox({ opened, datasetRef, items, start, startAt = 0, onClose, onShow }: LightboxProps) {
  const [moved, setMoved] = useState({ start: '', path: '' });
  const at = placeIn(items, moved.start === start ? moved.path : start);
  const item = items[at];
  const close = (): void => {
    setMoved({ start: '', path: '' });
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      fullScreen
      title={item === undefined ? '' : shownName(item.path)}
      closeButtonProps={{ 'aria-label': i18n.t('Close') }}
      transitionProps={{ duration: 0 }}
      classNames={{ body: 'al-lightbox-body', content: 'al-lightbox', title: 'al-truncate' }}
    >
      {item !== undefined && (
        <LightboxContent
          datasetRef={datasetRef}
          items={items}
          at={at}
          startAt={item.path === start ? startAt : 0}
          onMove={(next) => setMoved({ start, path: items[next]?.path ?? start })}
          onShow={
            onShow &&
            ((place) => {
              setMoved({ start: '', path: '' });
              onShow(place);
            })
          }
        />
      )}
    </Modal>
  );
}
