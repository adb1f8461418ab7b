import '../styles/uploads.css';
import { ScrollGroup } from '../parts/scroll-group.tsx';
import { useScrolledRows } from '../rows/scrolled-rows.ts';
import type { UploadItem } from './upload-item.ts';
import { UploadRow } from './upload-row.tsx';
import { i18n } from '../languages/i18n.ts';

/**
 * Least height of a row in pixels; the reason of a failure makes it higher. A folder of ten thousand files has as many
 * rows: only those in sight are drawn.
 */
const ROW = 64;

export function UploadRows({ items }: { readonly items: readonly UploadItem[] }) {
  const { scroller, rows } = useScrolledRows(items.length, ROW);
  return (
    <ScrollGroup ref={scroller} className="al-uploads-rows" label={i18n.t('Files')}>
      <ul className="al-plain-list" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <UploadRow
                key={item.id}
                item={item}
                measure={rows.measureElement}
                style={{ minHeight: ROW, transform: `translateY(${start}px)` }}
                position={index + 1}
                count={items.length}
              />
            )
          );
        })}
      </ul>
    </ScrollGroup>
  );
}
