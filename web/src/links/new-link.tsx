import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCheck, IconCode, IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { CreatedToken } from '../api/tokens.ts';
import { CopyFact } from '../parts/copy-fact.tsx';
import { SecretField } from '../parts/fields/secret-field.tsx';
import { embedCode } from './link-sites.ts';
import { i18n } from '../languages/i18n.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

type NewLinkProps = { readonly link: CreatedToken; readonly isCopied: boolean };

/** A link that was just made, in the forms in which it is given away. Its address is nowhere else. */
export function NewLink({ link, isCopied }: NewLinkProps) {
  const [shown, setShown] = useState<'code' | 'frame' | null>(null);
  const url = new URL(link.url ?? '', window.location.origin).href;
  const toggle = (what: 'code' | 'frame') => () => setShown(shown === what ? null : what);
  return (
    <Stack gap="sm" className="al-share-new" ref={bringIntoView}>
      <Text role="status" fw={600} className="al-share-made">
        <IconCheck size={20} aria-hidden className="al-good" />
        {isCopied ? i18n.t('The link is made and copied.') : i18n.t('The link is made.')}
      </Text>
      <SecretField label={i18n.t('The link')} description={i18n.t('Keep it now: it is not shown again.')} value={url} />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconQrcode size={18} aria-hidden />}
          aria-expanded={shown === 'code'}
          onClick={toggle('code')}
        >
          {i18n.t('QR code')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCode size={18} aria-hidden />}
          aria-expanded={shown === 'frame'}
          onClick={toggle('frame')}
        >
          {i18n.t('Embed')}
        </Button>
      </Group>
      {shown !== null && (
        <Stack key={shown} gap="sm" ref={bringIntoView}>
          {shown === 'code' ? (
            <Suspense fallback={<Skeleton height={220} width={220} />}>
              <QrCode text={url} name={link.name} />
            </Suspense>
          ) : (
            <Embedding link={link} url={url} />
          )}
        </Stack>
      )}
    </Stack>
  );
}

/** The dialog is often higher than the screen, and this stands at its lower edge. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function Embedding({ link, url }: { readonly link: CreatedToken; readonly url: string }) {
  if (link.frames.length === 0)
    return (
      <Text size="sm">
        {i18n.t(
          'No site may embed this link yet. Name the sites under “Name, password and embedding”, or edit the link below.',
        )}
      </Text>
    );
  return (
    <>
      <CopyFact name={i18n.t('Put this into the page')} value={embedCode(url, link.name)} what={i18n.t('the code')} />
      <Text size="sm" c="dimmed">
        {i18n.t('Pages of {frames} may show it, and no others.', { frames: link.frames.join(', ') })}
      </Text>
    </>
  );
}
