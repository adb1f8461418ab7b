import { Text } from '@mantine/core';
import { IconLink, IconLock, IconWorld } from '@tabler/icons-react';
import { i18n } from '../../languages/i18n.ts';
import { Trans } from '../../languages/trans.tsx';

/** As the service numbers them: 1 is open to everybody who has the address, 2 to everybody. */
const [UNLISTED, PUBLIC] = [1, 2];

type VisibilityNoteProps = {
  readonly visibility: number;
  readonly organization: string;
  /** What is not private is listed, as the organization is public. */
  readonly isListed: boolean;
};

/** Who may see a dataset, in a sentence. */
export function VisibilityNote({ visibility, organization, isListed }: VisibilityNoteProps) {
  if (visibility === PUBLIC || (visibility === UNLISTED && isListed))
    return (
      <Text size="sm" className="al-share-who">
        <IconWorld size={18} aria-hidden />
        <span>{i18n.t('Public: everybody can find and see it, without an account.')}</span>
      </Text>
    );
  if (visibility === UNLISTED)
    return (
      <Text size="sm" className="al-share-who">
        <IconLink size={18} aria-hidden />
        <span>{i18n.t('Unlisted: everybody who has the address can see it, and only members can find it.')}</span>
      </Text>
    );
  return (
    <Text size="sm" className="al-share-who">
      <IconLock size={18} aria-hidden />
      <span>
        <Trans
          id="Private: members of <0>{organization}</0> and people with a link can see it."
          values={{ organization }}
          components={{ 0: <bdi /> }}
        />
      </span>
    </Text>
  );
}
