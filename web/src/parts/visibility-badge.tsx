import { Badge } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';

export const VisibilityBadge = ({ isPublic }: { readonly isPublic: boolean }) => (
  <Badge
    variant="default"
    tt="none"
    fw={500}
    leftSection={isPublic ? <IconWorld size={13} aria-hidden /> : <IconLock size={13} aria-hidden />}
  >
    {isPublic ? 'Public' : 'Private'}
  </Badge>
);
