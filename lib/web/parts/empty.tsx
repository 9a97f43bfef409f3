import type { ReactNode } from 'react';
import { pathNow } from '#lib/web/shell/router.ts';
import { Copy } from './copy.tsx';
import { Drawing } from './icon.tsx';
import { drawingOf } from './page-icons.ts';

interface EmptyProps {
  /** What the thing is for, in a sentence. */
  readonly children: ReactNode;
  /** Where the first one is made. */
  readonly create?: { readonly to: string; readonly label: string } | undefined;
  /** The command that makes the first one. */
  readonly command?: string | undefined;
}

/** What a list shows that has nothing: the drawing of its page, what the thing is for, and how to get the first one. */
export function Empty({ children, create, command }: EmptyProps) {
  return (
    <div className="empty">
      {(create || command) && <Drawing className="drawing" path={drawingOf(pathNow())} width={1} />}
      <p>{children}</p>
      {create && (
        <p>
          <a className="button primary" href={create.to}>
            {create.label}
          </a>
        </p>
      )}
      {command && (
        <p>
          {create && 'or '}
          <Copy text={command} label="the command" />
        </p>
      )}
    </div>
  );
}
