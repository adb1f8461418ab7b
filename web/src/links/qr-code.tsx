import { Anchor, Text } from '@mantine/core';
import { renderSVG } from 'uqr';
import { i18n } from '../languages/i18n.ts';

/** Characters beyond which the squares are too small for the camera of a telephone. */
const FINE = 700;
/** Bytes that the largest code holds. */
const MOST_BYTES = 2953;

type QrCodeProps = { readonly text: string; readonly name: string };

/** The address as a picture that a telephone reads. */
export function QrCode({ text, name }: QrCodeProps) {
  if (new TextEncoder().encode(text).length > MOST_BYTES)
    return (
      <Text size="sm">{i18n.t('The address is too long for a QR code. Share the folder or the file instead.')}</Text>
    );
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`;
  return (
    <div className="al-share-code">
      <img src={picture} alt={i18n.t('QR code of the link “{name}”', { name })} width={220} height={220} />
      <div>
        <Anchor className="al-link" href={picture} download={`${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.svg`}>
          {i18n.t('Download as SVG')}
        </Anchor>
        {text.length > FINE && (
          <Text size="sm">{i18n.t('The code is fine: print it large, or share the folder instead.')}</Text>
        )}
      </div>
    </div>
  );
}
