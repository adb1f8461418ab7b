import { Badge } from '@mantine/core';
import { IconLink, IconLock, IconWorld } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';

export const VisibilityBadge = ({ isPublic }: { readonly isPublic: boolean }) => (
  <Badge
    variant="default"
    tt="none"
    fw={500}
    leftSection={isPublic ? <IconWorld size={13} aria-hidden /> : <IconLock size={13} aria-hidden />}
  >
    {isPublic ? i18n.t('Public') : i18n.t('Private')}
  </Badge>
);

/** What a private dataset is to somebody who has come by a link. */
export const LinkBadge = () => (
  <Badge variant="default" tt="none" fw={500} leftSection={<IconLink size={13} aria-hidden />}>
    {i18n.t('Shared with you by link')}
  </Badge>
);
