import { Fragment, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { shared } from '#lib/web/api/shared.ts';
import { useSearch } from '#lib/web/shell/router.ts';
import { restoreFocus } from './focus.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  /** What closes it where `openDialog` has not opened it. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

const opened = shared<ReactElement | undefined>(undefined);
let count = 0;

/** Opens a dialog over the page, in place of one that is open: `openDialog(<GrowVolume volume={volume} />)`. */
export const openDialog = (dialog: ReactElement): void => opened.set(<Fragment key={++count}>{dialog}</Fragment>);

/** Closes the dialog that was opened so. */
export const closeDialog = (): void => opened.set(undefined);

/** The dialog that is open over a page. It goes with the page or its part, but not with the row that opened it. */
export function OpenDialog() {
  const [search] = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each other address
  useEffect(() => closeDialog, [String(search)]);
  return opened.use();
}

/**
 * A dialog of the browser: the rest of the page is inert, Escape closes it, and focus returns to where it was, or to
 * the next row where that is gone. It is a child of the body, so that it stays when the row that opened it goes.
 */
export function Dialog({ title, onClose = closeDialog, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else restoreFocus();
    };
  }, []);
  return createPortal(
    <dialog ref={ref} aria-labelledby={id} onClose={onClose}>
      <header className="row spread">
        <h2 id={id}>{title}</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={() => ref.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>,
    document.body,
  );
}
