import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
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
    if (strip.current) center(strip.current, place);
  }, [place]);
  // A keyboard goes through all of them on its way into the page.
  const show = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) center(currentTarget, place);
  };
  return (
    <>
      <nav className="tabs" aria-label={label} ref={strip} onBlur={show}>
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

/** Scrolls the strip so that one of its tabs is seen. By hand, as scrollIntoView would scroll the page as well. */
function center(strip: HTMLElement, place: number): void {
  const tab = strip.querySelectorAll('a')[place];
  if (tab) strip.scrollTo({ left: tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2 });
}
