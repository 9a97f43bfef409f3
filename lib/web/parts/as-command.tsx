import { useEffect, useState } from 'react';
import type { OperationId } from '#lib/client/methods.ts';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';

/** A call of the API: what a click makes, or would make. */
export interface Deed {
  readonly operation: OperationId;
  readonly args: object;
}

/** Calls that one click makes, under what the click is called. */
export interface Deeds {
  readonly label: string;
  readonly deeds: readonly Deed[];
}

interface Lines {
  readonly svc: string;
  readonly curl: string;
  /** Empty where the provider has no resource of it. */
  readonly terraform: string;
}

/** What an action of this page does, as the command line, as curl and as Terraform, to be repeated in a script. */
export const AsCommand = ({ operation, args }: Deed) => <AsCommandOf deeds={[{ operation, args }]} />;

/** What one press does by several calls. */
export function AsCommandOf({ deeds }: { deeds: readonly Deed[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="as-command" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As command</summary>
      {open && <Shown deeds={deeds} />}
    </details>
  );
}

/** A dialog with the commands of several clicks, such as the entries of a menu. */
export function AsCommands({ all }: { all: readonly Deeds[] }) {
  return (
    <Dialog title="As commands">
      {all.map(({ label, deeds }) => (
        <section key={label} className="stack as-command">
          <h3>{label}</h3>
          <Shown deeds={deeds} />
        </section>
      ))}
    </Dialog>
  );
}

function Shown({ deeds }: { deeds: readonly Deed[] }) {
  const [lines, setLines] = useState<Lines>();
  const text = JSON.stringify(deeds);
  useEffect(() => {
    const writers = [import('#lib/web/api/command.ts'), import('#lib/terraform/export/creation.ts')] as const;
    void Promise.all(writers).then(([{ svcLine, curlLine }, { createdBy }]) => {
      const given: readonly Deed[] = JSON.parse(text);
      const curlOf = ({ operation, args }: Deed) => orNothing(() => curlLine(operation, args, location.origin));
      const joined = (all: readonly (string | undefined)[]) => all.filter(Boolean).join('\n');
      setLines({
        svc: joined(given.map(({ operation, args }) => svcLine(operation, args))),
        curl: joined(given.map(curlOf)),
        terraform: createdBy(given).trimEnd(),
      });
    });
  }, [text]);
  if (!lines) return null;
  return (
    <>
      {lines.svc && (
        <Copy text={lines.svc} label="the svc command">
          <pre>{lines.svc}</pre>
        </Copy>
      )}
      {lines.curl && (
        <Copy text={lines.curl} label="the curl command">
          <pre>{lines.curl}</pre>
        </Copy>
      )}
      {lines.terraform && (
        <>
          <p>As Terraform</p>
          <Copy text={lines.terraform} label="the Terraform configuration">
            <pre>{lines.terraform}</pre>
          </Copy>
        </>
      )}
    </>
  );
}

/** A form that is not filled in yet may lack a part of the path. */
function orNothing(make: () => string): string {
  try {
    return make();
  } catch {
    return '';
  }
}
