import { type ReactNode, useEffect, useRef } from 'react';
import { isRevisited } from '#lib/web/shell/router.ts';
import { Icon } from './icon.tsx';

let isFirst = true;

/**
 * The heading of a page, and the title of its tab. A page that is opened by a link takes the focus there, so that a
 * screen reader says where one is.
 */
export function Heading({
  title,
  back,
  children,
}: {
  title: string;
  back?: readonly [string, string];
  children?: ReactNode;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · svc`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) ref.current?.focus({ preventScroll: isRevisited() });
    isFirst = false;
  }, []);
  return (
    <header className="page-head">
      <div>
        {back && (
          <a className="back" href={back[0]}>
            <Icon name="back" /> {back[1]}
          </a>
        )}
        <h1 ref={ref} tabIndex={-1}>
          {title}
        </h1>
      </div>
      <div className="row">{children}</div>
    </header>
  );
}
