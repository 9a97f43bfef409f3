import { type ReactNode, useEffect, useRef } from 'react';
import { useSearch } from '#lib/web/shell/router.ts';

/** A part of a page, with an address of its own: `?tab=metrics`. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly show: () => ReactNode;
}

/** The parts of a page, one of which is shown; the first one when the address names none. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [search] = useSearch();
  const shown = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0];
  const place = shown ? tabs.indexOf(shown) : 0;
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = strip.current?.querySelectorAll('a')[place];
    // By hand, as scrollIntoView would scroll the page as well.
    if (tab) strip.current?.scrollTo({ left: tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2 });
  }, [place]);
  return (
    <>
      <nav className="tabs" aria-label={label} ref={strip}>
        {tabs.map(({ id, title }, at) => (
          <a
            key={id}
            href={at === 0 ? location.pathname : `${location.pathname}?tab=${id}`}
            aria-current={id === shown?.id ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <div className="tab">{shown?.show()}</div>
    </>
  );
}
