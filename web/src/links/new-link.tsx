import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCode, IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { CreatedToken } from '../api/tokens.ts';
import { CopyFact } from '../parts/copy-fact.tsx';
import { SecretField } from '../parts/fields/secret-field.tsx';
import { embedCode } from './link-sites.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

type NewLinkProps = { readonly link: CreatedToken; readonly isCopied: boolean };

/** A link that was just made, in the forms in which it is given away. Its address is nowhere else. */
export function NewLink({ link, isCopied }: NewLinkProps) {
  const [shown, setShown] = useState<'code' | 'frame' | null>(null);
  const url = new URL(link.url ?? '', window.location.origin).href;
  const toggle = (what: 'code' | 'frame') => () => setShown(shown === what ? null : what);
  return (
    <Stack gap="sm" className="al-share-new">
      <Text role="status" size="sm">
        {isCopied ? 'The link is made and copied.' : 'The link is made.'}
      </Text>
      <SecretField label="The link" description="Keep it now: it is not shown again." value={url} />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconQrcode size={18} aria-hidden />}
          aria-expanded={shown === 'code'}
          onClick={toggle('code')}
        >
          QR code
        </Button>
        <Button
          variant="default"
          leftSection={<IconCode size={18} aria-hidden />}
          aria-expanded={shown === 'frame'}
          onClick={toggle('frame')}
        >
          Embed
        </Button>
      </Group>
      {shown === 'code' && (
        <Suspense fallback={<Skeleton height={220} width={220} />}>
          <QrCode text={url} name={link.name} />
        </Suspense>
      )}
      {shown === 'frame' && <Embedding link={link} url={url} />}
    </Stack>
  );
}

function Embedding({ link, url }: { readonly link: CreatedToken; readonly url: string }) {
  if (link.frames.length === 0)
    return (
      <Text size="sm">
        No site may embed this link yet. Name the sites under “Name, password and embedding”, or edit the link below.
      </Text>
    );
  return (
    <>
      <CopyFact name="Put this into the page" value={embedCode(url, link.name)} what="the code" />
      <Text size="sm" c="dimmed">
        Pages of {link.frames.join(', ')} may show it, and no others.
      </Text>
    </>
  );
}
