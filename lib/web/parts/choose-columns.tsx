import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { chosenOf, keepChosen, shownOf } from './chosen.ts';
import { Icon } from './icon.tsx';
import type { Column } from './table.tsx';

/** A column that can be hidden. One that is `extra` is hidden until it is chosen. */
export interface Choosable<T> extends Column<T> {
  readonly extra?: boolean;
}

/** The columns that are shown of a list, and the button that chooses them. This browser remembers them by `list`. */
export function useColumns<T>(
  list: string,
  all: readonly Choosable<T>[],
): { readonly columns: readonly Column<T>[]; readonly chooser: ReactNode } {
  const [chosen, setChosen] = useState(() => chosenOf(list));
  const columns = useMemo(() => shownOf(all, chosen), [all, chosen]);
  const toggle = (title: string, shown: boolean) => {
    const next = { ...chosen, [title]: shown };
    keepChosen(list, next);
    setChosen(next);
  };
  return { columns, chooser: <Chooser all={all} shown={columns} toggle={toggle} /> };
}

interface ChooserProps<T> {
  readonly all: readonly Column<T>[];
  readonly shown: readonly Column<T>[];
  readonly toggle: (title: string, shown: boolean) => void;
}

function Chooser<T>({ all, shown, toggle }: ChooserProps<T>) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    if (!at || !box.current) return;
    box.current.style.top = `${at.bottom + 4}px`;
    box.current.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.current.offsetWidth - 8))}px`;
    box.current.querySelector<HTMLElement>('input:enabled')?.focus();
  };
  return (
    <>
      <button ref={button} type="button" className="choose" popoverTarget={id}>
        Columns <Icon name="down" />
      </button>
      <fieldset
        ref={box}
        id={id}
        popover="auto"
        className="menu columns"
        aria-label="Columns"
        onToggle={(event) => event.newState === 'open' && place()}
      >
        {all.map(({ title }, at) => (
          <label key={title}>
            <input
              type="checkbox"
              checked={shown.some((column) => column.title === title)}
              disabled={at === 0}
              onChange={(event) => toggle(title, event.target.checked)}
            />{' '}
            {title}
          </label>
        ))}
      </fieldset>
    </>
  );
}
