import { type FormEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import type { Args, DryRunId, OperationId, ReplyBody } from '#lib/client/methods.ts';
import { useAct } from '#lib/web/api/act.ts';
import { usePreview } from '#lib/web/api/preview.ts';
import { AsCommand } from './as-command.tsx';
import { Price } from './price.tsx';
import { Refusal } from './refusal.tsx';

interface OperationFormProps<K extends OperationId> {
  readonly operation: K;
  /** What is sent; undefined while something is missing, and the form then cannot be sent. */
  readonly args: Args<K> | undefined;
  /** What the button says: `Create volume`. */
  readonly submit: string;
  readonly onDone: (reply: ReplyBody<K>) => void;
  /** Is told each refusal, which the form shows as well. */
  readonly onRefused?: (error: SvcError) => void;
  /** Whether the price, and errors, are foretold while the form is filled in. */
  readonly preview?: K extends DryRunId ? boolean : never;
  /** What is said where the price is not known before: that nothing changes, by default. */
  readonly unpriced?: string;
  readonly danger?: boolean;
  /** Whether the price and the button stand beside the fields where there is room: for long forms. */
  readonly wide?: boolean;
  /** The fields. They are given the error that is about them: the last refusal, or what a dry run foretells. */
  readonly children: (error: SvcError | undefined) => ReactNode;
}

/**
 * A form that makes one change by one operation. It shows the price before and the error after, once: beside the
 * field that it is about where there is one. It also shows how the same is done by command.
 */
export function OperationForm<K extends OperationId>(props: OperationFormProps<K>) {
  const { operation, args, submit, onDone, preview = false, unpriced, danger, wide, children, onRefused } = props;
  const act = useAct(operation);
  const dry = usePreview(preview ? (operation as DryRunId) : undefined, args as Args<DryRunId> | undefined);
  const error = act.error ?? dry.refusal;
  const told = useEffectEvent((refusal: SvcError) => onRefused?.(refusal));
  useEffect(() => {
    if (act.error) told(act.error);
  }, [act.error]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (args === undefined || act.isRunning) return;
    const reply = await act.run(args);
    if (reply !== undefined) onDone(reply);
  };
  return (
    <form onSubmit={send} className={wide ? 'wide' : undefined}>
      <div className="stack">{children(error)}</div>
      <div className="stack outcome">
        {preview && <Price found={dry.found} isPending={args !== undefined && !error} unpriced={unpriced} />}
        {error && <Refusal error={error} isForetold={!act.error} />}
        <div className="row">
          <button
            type="submit"
            className={danger ? 'primary danger' : 'primary'}
            disabled={args === undefined || act.isRunning}
          >
            {act.isRunning ? `${submit} …` : submit}
          </button>
        </div>
        {args !== undefined && <AsCommand operation={operation} args={args} />}
      </div>
    </form>
  );
}
