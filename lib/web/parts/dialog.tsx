import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { restoreFocus } from './focus.ts';
import { Icon } from './icon.tsx';

/**
 * A dialog of the browser: the rest of the page is inert, Escape closes it, and focus returns to where it was, or to
 * the next row where that is gone. It is a child of the body, so that it stays when the row that opened it goes.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
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
