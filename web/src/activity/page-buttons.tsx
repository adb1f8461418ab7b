import { Button, Group } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';

type PageButtonsProps = {
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
  readonly onNewer: () => void;
  readonly onOlder: () => void;
};

/** The way through a list that is shown in pages; nothing where there is one page. */
export const PageButtons = ({ hasNewer, hasOlder, onNewer, onOlder }: PageButtonsProps) =>
  (hasNewer || hasOlder) && (
    <Group gap="sm">
      <Button variant="default" disabled={!hasNewer} onClick={onNewer}>
        {i18n.t('Newer')}
      </Button>
      <Button variant="default" disabled={!hasOlder} onClick={onOlder}>
        {i18n.t('Older')}
      </Button>
    </Group>
  );
