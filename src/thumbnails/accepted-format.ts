import type { ImageFormat } from '../render/index.ts';

/** In order of preference: the smallest first. */
const FORMATS = ['webp', 'jpeg', 'png'] as const satisfies readonly ImageFormat[];

/** The format a caller likes best by his `Accept` header; WebP where he does not care or takes none of them. */
export function acceptedFormat(accept: string | undefined): ImageFormat {
  const ranges = (accept ?? '*/*').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  /** The most exact range that names the type decides. */
  const qualityOf = (type: string): number => {
    for (const name of [type, 'image/*', '*/*']) {
      const range = ranges.find((candidate) => candidate.type === name);
      if (range !== undefined) return range.quality;
    }
    return 0;
  };
  return FORMATS.reduce((best, format) => (qualityOf(`image/${format}`) > qualityOf(`image/${best}`) ? format : best));
}
