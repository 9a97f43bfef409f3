import { type ToggleEvent, useEffect } from 'react';
import { pages } from '#lib/web/pages/map.ts';
import { Drawing, Icon } from '#lib/web/parts/icon.tsx';
import { drawingOf } from '#lib/web/parts/page-icons.ts';
import { toggleFold, useFolded } from './fold.ts';
import { isFor } from './page.ts';
import { hrefOf } from './router.ts';
import type { Me } from './session.ts';

/** The pages lie over the button that opened them, so the focus goes on to the one that is shown. */
function intoSide({ currentTarget, newState }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open') currentTarget.querySelector<HTMLElement>('[aria-current], a')?.focus();
}

function closeSide(): void {
  const side = document.getElementById('side');
  if (side?.matches(':popover-open')) side.hidePopover();
}

/** The way to the other pages: beside them on a wide screen, where it can be folded, and above them on a narrow one. */
export function Side({ me, path }: { me: Me; path: string }) {
  const isFolded = useFolded();
  const own = pages.filter((page) => isFor(page, me));
  const groups = [...new Set(own.flatMap(({ group }) => group ?? []))];
  useEffect(() => {
    // On a narrow screen the pages lie above the one that was chosen.
    if (path) closeSide();
  }, [path]);
  return (
    <nav className="side" id="side" popover="auto" aria-label="Pages" onToggle={intoSide}>
      <div className="groups">
        <ul>
          <Entry path="/" title="Home" current={path} isFolded={isFolded} />
        </ul>
        {groups.map((group) => (
          <section key={group} aria-labelledby={`side-${group}`}>
            <h2 id={`side-${group}`}>{group}</h2>
            <ul>
              {own
                .filter((page) => page.group === group)
                .map((page) => (
                  <Entry key={page.path} path={page.path} title={page.title ?? ''} current={path} isFolded={isFolded} />
                ))}
            </ul>
          </section>
        ))}
      </div>
      <button type="button" className="quiet fold" title={isFolded ? 'Unfold' : undefined} onClick={toggleFold}>
        <Icon name="fold" />
        <span className="label">{isFolded ? 'Unfold' : 'Fold'}</span>
      </button>
    </nav>
  );
}

interface EntryProps {
  readonly path: string;
  readonly title: string;
  readonly current: string;
  readonly isFolded: boolean;
}

function Entry({ path, title, current, isFolded }: EntryProps) {
  const isHere = path === '/' ? current === '/' : current === path || current.startsWith(`${path}/`);
  return (
    <li>
      <a
        href={hrefOf(path)}
        aria-current={isHere ? 'page' : undefined}
        title={isFolded ? title : undefined}
        onClick={closeSide}
      >
        <Drawing path={drawingOf(path)} />
        <span className="label">{title}</span>
      </a>
    </li>
  );
}
