import { useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import type { Args, DryRunId, OperationId, ReplyBody } from '#lib/client/methods.ts';
import { navigate, pathNow } from '#lib/web/shell/router.ts';
import type { Deed } from './as-command.tsx';
import { closeDialog, Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { OperationForm } from './operation-form.tsx';
import { say } from './toasts.tsx';

interface ConfirmProps<K extends OperationId> {
  readonly operation: K;
  readonly args: Args<K>;
  /** `Terminate web-1`. */
  readonly title: string;
  /** What the button says: `Terminate`. */
  readonly submit: string;
  /** The name that is to be typed; without it nothing is. */
  readonly name?: string;
  /** What happens, in a sentence or two. */
  readonly children: React.ReactNode;
  /** Fields that decide how far it goes. */
  readonly options?: React.ReactNode;
  /** Whether what goes with it is foretold by a dry run. */
  readonly preview?: K extends DryRunId ? boolean : never;
  /** What is said in the corner when it is done. */
  readonly said?: string;
  /** The call that takes it back, which is offered in the corner beside what is said. */
  readonly undo?: Deed;
  /** The list that shows what else there is, once the page of what was destroyed is of nothing. */
  readonly list?: string;
  readonly onDone?: (reply: ReplyBody<K>) => void;
  /** Is told why it is refused, which the dialog shows as well. */
  readonly onRefused?: (error: SvcError) => void;
}

/** Asks before a change that cannot be undone: what goes with it, what it saves, and for the name. */
export function Confirm<K extends OperationId>(props: ConfirmProps<K>) {
  const { operation, args, title, submit, name, children, options, preview, said, undo, list, onDone, onRefused } =
    props;
  const done = (reply: ReplyBody<K>) => {
    closeDialog();
    if (said !== undefined) say(said, undo);
    if (list !== undefined && pathNow() !== list) navigate(list);
    onDone?.(reply);
  };
  const also = { ...(preview !== undefined && { preview }), ...(onRefused && { onRefused }) };
  return (
    <Dialog title={title}>
      <OperationForm operation={operation} args={args} submit={submit} onDone={done} danger {...also}>
        {() => (
          <>
            <p>{children}</p>
            {options}
            {name !== undefined && <TypedName name={name} />}
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}

/** A field without whose right content, the name of what is to be destroyed, its form cannot be sent. */
export function TypedName({ name }: { name: string }) {
  const [typed, setTyped] = useState('');
  return (
    <Field label={`Type ${name} to confirm`} name="confirm">
      <input
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        required
        pattern={typed.trim() === name ? undefined : '(?!)'}
        title={`Type ${name}`}
      />
    </Field>
  );
}
