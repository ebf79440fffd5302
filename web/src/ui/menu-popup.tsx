import { Menu as Base } from '@base-ui/react/menu';
import { createContext, type FocusEvent, type ReactNode, useCallback, useContext, useId, useRef } from 'react';
import { t } from '../texts/t.ts';
import formStyles from './form.module.css';
import { Icon } from './icon.tsx';
import type { MenuProps } from './menu.tsx';
import popupStyles from './popup.module.css';

type MenuPopupProps = Omit<MenuProps, 'open' | 'onOpenChange' | 'names' | 'isLoading'> & {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  isSearchable: boolean;
};

/** The label of an item that matches every search. */
const anySearch = '\0';

/** The text in the search field, if the menu has one. */
const Search = createContext<{ current: string } | null>(null);

/** A menu that has been opened; see `Menu`. */
export function MenuPopup({ trigger, children, align = 'start', isOpen, setOpen, isSearchable }: MenuPopupProps) {
  const triggerId = useId();
  const hadFocus = useRef(false);
  if (!isOpen) hadFocus.current = false;
  /** Enter should select the first item, even in a menu opened by a shortcut, so the popup passes on the focus it gets when it opens. */
  const focusFirst = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target === currentTarget && !hadFocus.current) currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    hadFocus.current = true;
  };
  const search = useRef('');
  const { contains } = Base.useFilter();
  const isFound = useCallback((text: string, query: string) => text === anySearch || contains(text, query), [contains]);
  const menu = (
    <Base.Root open={isOpen} onOpenChange={setOpen}>
      <Base.Trigger id={triggerId} render={trigger} />
      <Base.Portal>
        {/* A landmark, because the menu is outside those of the page. */}
        <Base.Positioner role="region" aria-labelledby={triggerId} align={align} sideOffset={6} style={{ zIndex: 60 }}>
          {isSearchable ? (
            <Base.Popup className={`${popupStyles.popup} ${popupStyles.searchable}`}>
              <Base.Input className={formStyles.input} aria-label={t('common.search')} placeholder={t('common.search')} />
              <Base.Empty className={popupStyles.popupTitle}>{t('common.nothingFound')}</Base.Empty>
              <Base.List className={popupStyles.menu}>{children}</Base.List>
            </Base.Popup>
          ) : (
            <Base.Popup className={`${popupStyles.popup} ${popupStyles.menu}`} onFocus={focusFirst}>
              {children}
            </Base.Popup>
          )}
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
  if (!isSearchable) return menu;
  return (
    <Search value={search}>
      <Base.FilterProvider
        autoHighlight="always"
        filter={isFound}
        onValueChange={(value) => {
          search.current = value;
        }}
      >
        {menu}
      </Base.FilterProvider>
    </Search>
  );
}

type MenuItemProps = {
  /** Shown before the text. The texts of all items of a menu are aligned. */
  icon?: ReactNode;
  children: ReactNode;
  isChecked?: boolean;
  /** Called with the text of the search field. */
  onSelect: (search: string) => void;
  disabled?: boolean;
  keepOpen?: boolean;
  /** Creates a new entry, so it is shown with any search. */
  isNew?: boolean;
  /** The accessible name, if it says more than the visible text, such as what is removed. */
  label?: string;
};

export function MenuItem({ icon, children, isChecked, onSelect, disabled, keepOpen, isNew, label }: MenuItemProps) {
  const search = useContext(Search);
  return (
    <Base.Item
      className={popupStyles.popupItem}
      onClick={() => onSelect(search?.current.trim() ?? '')}
      disabled={disabled}
      closeOnClick={!keepOpen}
      aria-label={label}
      // Search and type-ahead compare the typed letters with this label, which does not contain the initial of an avatar.
      label={isNew && search ? anySearch : typeof children === 'string' ? children : undefined}
    >
      {icon && <span className={popupStyles.itemIcon}>{icon}</span>}
      <span className={popupStyles.itemText}>{children}</span>
      {isChecked && (
        <span className={popupStyles.itemCheck} role="img" aria-label={t('common.selected')}>
          <Icon name="check" size={14} />
        </span>
      )}
    </Base.Item>
  );
}

export const MenuLine = () => <Base.Separator className={popupStyles.popupLine} />;
