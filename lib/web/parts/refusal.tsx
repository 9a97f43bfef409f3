import { useLayoutEffect, useRef, useState } from 'react';
import { type FieldFault, SvcError } from '#lib/client/error.ts';
import { Problem, Request } from './problem.tsx';

interface RefusalProps {
  readonly error: SvcError;
  /** Whether a dry run foretells it: nobody has sent the form yet. */
  readonly isForetold: boolean;
}

/**
 * Why a form is refused, as far as it does not stand beside its fields already. After a form was sent, the first field
 * that is refused has the focus.
 */
export function Refusal({ error, isForetold }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null);
  const [unsaid, setUnsaid] = useState<readonly FieldFault[]>();
  useLayoutEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    if (!isForetold) showFaults(form);
    setUnsaid(unsaidIn(form, error.fields));
    if (!isForetold) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, isForetold]);
  return <div ref={box}>{unsaid && <Said error={error} unsaid={unsaid} isForetold={isForetold} />}</div>;
}

function Said({ error, unsaid, isForetold }: RefusalProps & { unsaid: readonly FieldFault[] }) {
  if (unsaid.length === error.fields.length) return <Problem error={error} />;
  if (unsaid.length > 0) return <Problem error={without(error, unsaid)} />;
  if (isForetold) return null;
  return (
    <div className="problem" role="alert">
      <p>It was not accepted. Change what is marked, and send it again.</p>
      <Request error={error} />
    </div>
  );
}

/** Opens what hides a field that is refused. */
function showFaults(form: HTMLFormElement): void {
  for (const details of form.querySelectorAll<HTMLDetailsElement>('details:has(.fault)')) details.open = true;
}

function unsaidIn(form: HTMLFormElement, fields: readonly FieldFault[]): readonly FieldFault[] {
  const said = [...form.querySelectorAll('.fault')].filter((fault) => fault.checkVisibility());
  return fields.filter(({ message }) => !said.some(({ textContent }) => textContent?.includes(message)));
}

/** The error of these faults alone. */
function without({ code, status, requestId }: SvcError, unsaid: readonly FieldFault[]): SvcError {
  const message = unsaid.map((fault) => `${fault.field}: ${fault.message}`).join('; ');
  return new SvcError(message, { code, status, requestId, fields: unsaid });
}
