import type { SvcError } from '#lib/client/error.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { shared } from '#lib/web/api/shared.ts';
import type { Deed } from './as-command.tsx';
import { Icon } from './icon.tsx';
import { Problem } from './problem.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly error?: SvcError | undefined;
  /** The call that takes back what was done. */
  readonly undo?: Deed | undefined;
}

const toasts = shared<readonly Toast[]>([]);
let count = 0;

/** Milliseconds for which a message is shown, and one that can be undone. */
const [shown, undoable] = [6_000, 12_000];

const add = (toast: Omit<Toast, 'id'>): number => {
  toasts.set([...toasts.get().slice(-3), { id: ++count, ...toast }]);
  return count;
};

const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Takes a message away, once nobody points at it or has come to it by keyboard. */
function expire(id: number): void {
  if (document.getElementById(`toast-${id}`)?.matches(':hover, :focus-within')) setTimeout(() => expire(id), shown);
  else dismiss(id);
}

/** Says in a corner that something was done, and offers to undo it where a call does that. It goes after a while. */
export function say(text: string, undo?: Deed): void {
  const id = add({ text, undo });
  setTimeout(() => expire(id), undo ? undoable : shown);
}

/** Says in a corner that something failed. It stays until it is closed. */
export function sayProblem(text: string, error: SvcError): void {
  add({ text, error });
}

function takeBack(id: number, { operation, args }: Deed): void {
  dismiss(id);
  change(operation, args as never).then(
    () => say('Undone.'),
    (failure) => sayProblem('It could not be undone.', asSvcError(failure)),
  );
}

/** The messages in the corner. */
export function Toasts() {
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {toasts.use().map(({ id, text, error, undo }) => (
        <div key={id} id={`toast-${id}`} className="toast">
          <div>
            <p>{text}</p>
            {error && <Problem error={error} />}
          </div>
          <span className="row">
            {undo && (
              <button type="button" onClick={() => takeBack(id, undo)}>
                Undo
              </button>
            )}
            <button type="button" className="quiet" aria-label="Close" onClick={() => dismiss(id)}>
              <Icon name="close" />
            </button>
          </span>
        </div>
      ))}
    </section>
  );
}
