import type { FinderGroup, FinderItem } from './finder-item.ts';
import { i18n } from '../languages/i18n.ts';

type FinderListProps = {
  readonly id: string;
  readonly groups: readonly FinderGroup[];
  /** The item that Enter chooses. */
  readonly current: string | undefined;
  readonly onPoint: (item: FinderItem) => void;
  readonly onChoose: (item: FinderItem) => void;
};

/** What can be chosen. The field above keeps the focus and says which item is current. */
export const FinderList = ({ id, groups, current, onPoint, onChoose }: FinderListProps) => (
  <div id={id} role="listbox" aria-label={i18n.t('What was found')} className="al-finder-list">
    {groups.map(({ title, items }, index) => (
      <div key={title} role="group" aria-labelledby={`${id}-${index}`}>
        <div id={`${id}-${index}`} role="presentation" className="al-finder-group">
          {title}
        </div>
        {items.map((item) => (
          <Option key={item.id} item={item} isCurrent={item.id === current} onPoint={onPoint} onChoose={onChoose} />
        ))}
      </div>
    ))}
  </div>
);

type OptionProps = Pick<FinderListProps, 'onPoint' | 'onChoose'> & {
  readonly item: FinderItem;
  readonly isCurrent: boolean;
};

function Option({ item, isCurrent, onPoint, onChoose }: OptionProps) {
  const { id, title, detail, Icon } = item;
  return (
    // Keys are the field's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={optionId(item)}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      className="al-finder-option"
      data-option={id}
      ref={isCurrent ? showNear : undefined}
      onMouseMove={isCurrent ? undefined : () => onPoint(item)}
      onClick={() => onChoose(item)}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className="al-finder-title">
        <bdi>{title}</bdi>
      </span>
      {detail !== '' && (
        <span className="al-finder-detail">
          <bdi>{detail}</bdi>
        </span>
      )}
    </div>
  );
}

/** Ids of elements hold no blanks. */
export const optionId = ({ id }: FinderItem): string => `al-${encodeURIComponent(id)}`;

const showNear = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
