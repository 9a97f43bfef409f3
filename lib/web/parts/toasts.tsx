import { useSyncExternalStore } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { Icon } from './icon.tsx';
import { Problem } from './problem.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly error?: SvcError | undefined;
}

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listen of listeners) listen();
}

const dismiss = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Says in a corner that something was done. It goes by itself. */
export function say(text: string): void {
  const id = ++count;
  set([...toasts.slice(-3), { id, text }]);
  setTimeout(() => dismiss(id), 6_000);
}

/** Says in a corner that something failed. It stays until it is closed. */
export function sayProblem(text: string, error: SvcError): void {
  set([...toasts.slice(-3), { id: ++count, text, error }]);
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** The messages in the corner. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {shown.map(({ id, text, error }) => (
        <div key={id} className="toast">
          <div>
            <p>{text}</p>
            {error && <Problem error={error} />}
          </div>
          <button type="button" className="quiet" aria-label="Close" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </section>
  );
}
