import { Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { changeLink, type AccessToken, type LinkChange } from '../api/tokens.ts';
import { formatIsoDate } from '../format/time.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormBody } from '../parts/form-dialog.tsx';
import { EndFields } from './end-fields.tsx';
import { DownloadsField, LimitFields } from './limit-fields.tsx';
import { endBody, isWhole, type LinkEnd } from './link-end.ts';
import { readSites } from './link-sites.ts';
import { i18n } from '../languages/i18n.ts';

type EditLinkDialogProps = {
  readonly datasetRef: DatasetRef;
  readonly link: AccessToken;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export const EditLinkDialog = ({ link, opened, ...rest }: EditLinkDialogProps) => (
  <Dialog title={i18n.t('Edit “{name}”', { name: link.name })} opened={opened} onClose={rest.onClose}>
    <EditLink link={link} {...rest} />
  </Dialog>
);

/** Stands for the end that the link has. */
const AS_IT_IS = 'as-it-is';

/** Changes what limits a link; its address stays, and so does what it opens. */
function EditLink({ datasetRef, link, onClose }: Omit<EditLinkDialogProps, 'opened'>) {
  const queries = useQueryClient();
  const [limits, setLimits] = useState({
    name: link.name,
    downloads: link.downloads,
    password: '',
    sites: link.frames.join('\n'),
  });
  const [end, setEnd] = useState<LinkEnd>({ choice: AS_IT_IS, date: '' });
  const [isOpen, setIsOpen] = useState(false);
  const save = useMutation({
    mutationFn: (change: LinkChange) => changeLink(datasetRef, link.id, change),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.links(datasetRef) });
      onClose();
    },
  });
  return (
    <FormBody
      onClose={onClose}
      submitLabel={i18n.t('Save')}
      ready={isWhole(end) && limits.name.trim() !== ''}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate({
          name: limits.name.trim(),
          downloads: limits.downloads,
          frames: [...readSites(limits.sites)],
          ...(end.choice === AS_IT_IS ? {} : endBody(end)),
          ...(limits.password !== '' ? { password: limits.password } : isOpen ? { password: null } : {}),
        })
      }
    >
      <EndFields
        end={end}
        onChange={setEnd}
        first={{
          value: AS_IT_IS,
          label:
            link.expiresAt === null
              ? i18n.t('Never, as it is')
              : i18n.t('{expiresAt}, as it is', { expiresAt: formatIsoDate(link.expiresAt) }),
        }}
      />
      <DownloadsField limits={limits} onChange={setLimits} />
      <LimitFields
        limits={limits}
        onChange={setLimits}
        passwordLabel={link.hasPassword ? i18n.t('Another password') : i18n.t('Password')}
      />
      {link.hasPassword && limits.password === '' && (
        <Checkbox
          label={i18n.t('Ask for no password any more')}
          checked={isOpen}
          onChange={(event) => setIsOpen(event.currentTarget.checked)}
        />
      )}
    </FormBody>
  );
}
