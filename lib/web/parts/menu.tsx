import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { Args, OperationId, ReplyBody } from '#lib/client/methods.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import type { Deed, Deeds } from './as-command.tsx';
import { openDialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { say, sayProblem } from './toasts.tsx';

/** One entry of a menu: a link, or an action; one that is refused now says why. */
export interface MenuItem {
  readonly label: string;
  readonly to?: string;
  readonly act?: () => void;
  readonly refused?: string | undefined;
  readonly danger?: boolean;
  /** The call that `act` makes at once; what asks before says it itself. */
  readonly deed?: Deed;
}

interface AtOnce<K extends OperationId> {
  readonly operation: K;
  readonly args: Args<K>;
  readonly label: string;
  readonly refused?: string | undefined;
  /** What is said in the corner when it is done. */
  readonly said?: string | ((reply: ReplyBody<K>) => string);
  /** The call that takes it back, which is offered in the corner beside what is said. */
  readonly undo?: Deed | undefined;
  /** What is said in the corner where it fails, over the error. */
  readonly failed: string;
}

/** An entry that makes one call at once, without asking before. */
export function atOnce<K extends OperationId>({ operation, args, label, refused, said, undo, failed }: AtOnce<K>) {
  const act = () =>
    void change(operation, args).then(
      (reply) => said && say(typeof said === 'string' ? said : said(reply), undo),
      (failure) => sayProblem(failed, asSvcError(failure)),
    );
  return { label, refused, act, deed: { operation, args: args as object } };
}

/**
 * A button with a menu: the browser's popover, moved through with the arrow keys, of which Down opens it. Its last
 * entry shows the commands of those that act at once.
 */
export function Menu({ label, items, children }: { label: string; items: readonly MenuItem[]; children?: ReactNode }) {
  const id = useId();
  const all = deedsOf(items);
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => list.current?.hidePopover();
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    // As in a menu of the system, Tab leaves it.
    if (event.key === 'Tab') return close();
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };
  const place = () => {
    const [menu, opener] = [list.current, button.current];
    if (!menu || !opener) return;
    const { bottom, left, right } = opener.getBoundingClientRect();
    const width = menu.offsetWidth;
    menu.style.top = `${Math.min(bottom + 4, Math.max(8, innerHeight - menu.offsetHeight - 8))}px`;
    menu.style.left = `${Math.max(8, left + width > innerWidth - 8 ? right - width : left)}px`;
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  };
  const open = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.showPopover();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="quiet"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        onKeyDown={open}
      >
        {children ?? <Icon name="more" />}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className="menu"
        onToggle={(event) => event.newState === 'open' && place()}
        onKeyDown={move}
      >
        {items.map((item) => (
          <Entry key={item.label} item={item} close={close} />
        ))}
        {all.length > 0 && <Entry item={asCommands(all)} close={close} />}
      </div>
    </>
  );
}

const asCommands = (all: readonly Deeds[]): MenuItem => ({
  label: 'As commands …',
  // Few menus are read so, and the code of the dialog comes with the first that is.
  act: () =>
    void import('./as-command.tsx').then(
      ({ AsCommands }) => openDialog(<AsCommands all={all} />),
      (failure) => sayProblem('The commands cannot be shown.', asSvcError(failure)),
    ),
});

const deedsOf = (items: readonly MenuItem[]) =>
  items.flatMap(({ label, deed }) => (deed ? [{ label, deeds: [deed] }] : []));

function Entry({ item: { label, to, act, refused, danger }, close }: { item: MenuItem; close: () => void }) {
  const className = danger ? 'danger' : undefined;
  if (to !== undefined) {
    return (
      <a role="menuitem" className={className} href={to} onClick={close}>
        {label}
      </a>
    );
  }
  const run = () => {
    if (refused !== undefined) return;
    close();
    act?.();
  };
  return (
    <button type="button" role="menuitem" className={className} aria-disabled={refused !== undefined} onClick={run}>
      {label}
      {refused !== undefined && <span className="about">{refused}</span>}
    </button>
  );
}
