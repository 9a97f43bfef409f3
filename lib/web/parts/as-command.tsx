import { useEffect, useState } from 'react';
import type { OperationId } from '#lib/client/methods.ts';
import { Copy } from './copy.tsx';

interface Lines {
  readonly svc: string | undefined;
  readonly curl: string;
}

/** What an action of this page does, as the command line and as curl, to be repeated in a script. */
export function AsCommand({ operation, args }: { operation: OperationId; args: object }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="as-command" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As command</summary>
      {open && <Shown operation={operation} args={args} />}
    </details>
  );
}

function Shown({ operation, args }: { operation: OperationId; args: object }) {
  const [lines, setLines] = useState<Lines>();
  const text = JSON.stringify(args);
  useEffect(() => {
    void import('#lib/web/api/command.ts').then(({ svcLine, curlLine }) => {
      const given = JSON.parse(text);
      setLines({ svc: svcLine(operation, given), curl: orNothing(() => curlLine(operation, given, location.origin)) });
    });
  }, [operation, text]);
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
