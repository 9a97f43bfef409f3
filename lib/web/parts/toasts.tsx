import type { SvcError } from '#lib/client/error.ts';
import { shared } from '#lib/web/api/shared.ts';
import { Icon } from './icon.tsx';
import { Problem } from './problem.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly error?: SvcError | undefined;
}

const toasts = shared<readonly Toast[]>([]);
let count = 0;

const add = (toast: Omit<Toast, 'id'>): number => {
  toasts.set([...toasts.get().slice(-3), { id: ++count, ...toast }]);
  return count;
};

const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Says in a corner that something was done. It goes by itself. */
export function say(text: string): void {
  const id = add({ text });
  setTimeout(() => dismiss(id), 6_000);
}

/** Says in a corner that something failed. It stays until it is closed. */
export function sayProblem(text: string, error: SvcError): void {
  add({ text, error });
}

/** The messages in the corner. */
export function Toasts() {
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {toasts.use().map(({ id, text, error }) => (
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
