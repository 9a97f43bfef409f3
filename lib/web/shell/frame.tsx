import { type ReactNode, type ToggleEvent, useEffect, useState } from 'react';
import { useLost } from '#lib/web/api/connection.ts';
import { pages } from '#lib/web/pages/map.ts';
import { Icon } from '#lib/web/parts/icon.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { titleOf } from '#lib/web/parts/problem.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ClockMenu } from './clock-menu.tsx';
import { Finder, loadPalette } from './finder.tsx';
import { isFor, type PageEntry } from './page.ts';
import { hrefOf } from './router.ts';
import { leave, type Me } from './session.ts';
import { nextTheme } from './theme.ts';

/** What stands around every page: the account, the search, and the way to the other pages. */
export function Frame({ me, path, children }: { me: Me; path: string; children: ReactNode }) {
  const [finding, setFinding] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setFinding(true);
    };
    addEventListener('keydown', listen);
    // Once the page is there and has nothing else to do. What fails here is told when it is opened.
    const timer = setTimeout(() => loadPalette().catch(() => undefined), 3_000);
    return () => {
      removeEventListener('keydown', listen);
      clearTimeout(timer);
    };
  }, []);
  return (
    <div className="frame">
      <button type="button" className="skip" onClick={toMain}>
        Skip to the content
      </button>
      <header className="top">
        <button type="button" className="quiet side-toggle" popoverTarget="side" aria-label="Pages">
          <Icon name="menu" />
        </button>
        <a className="brand" href={hrefOf('/')}>
          svc
        </a>
        <AccountMenu me={me} />
        <ClockMenu />
        <button type="button" className="find" aria-label="Search or do Ctrl K" onClick={() => setFinding(true)}>
          <Icon name="find" /> <span className="words">Search or do</span> <kbd>Ctrl K</kbd>
        </button>
        <Menu label={`User ${me.email ?? me.username}`} items={userItems(me)}>
          <span className="avatar" aria-hidden="true">
            {initialOf(me)}
          </span>
        </Menu>
      </header>
      <Side me={me} path={path} />
      <main className="inside" id="main" tabIndex={-1}>
        {me.email_verified === false && path !== '/verify' && <Unverified />}
        <Lost />
        {children}
      </main>
      {finding && <Finder me={me} also={userItems(me)} onClose={() => setFinding(false)} />}
    </div>
  );
}

/** The first letter of a user's name. A digit in its place would be read as a part of the button's name. */
const initialOf = ({ name, email, username }: Me): string =>
  /\p{L}/u.exec(name ?? email ?? username ?? '')?.[0].toUpperCase() ?? '?';

const userItems = (me: Me) => [
  ...(pageAt('/account')
    ? [{ label: me.type === 'iam' ? 'Your user' : 'Account and logins', to: hrefOf('/account') }]
    : []),
  { label: 'Light, dark, or as the system', act: nextTheme },
  { label: 'API reference', to: '/docs' },
  { label: 'Guides', to: '/guides' },
  { label: 'Log out', act: () => void leave() },
];

const pageAt = (path: string): PageEntry | undefined => pages.find((page) => page.path === path);

function toMain(): void {
  document.getElementById('main')?.focus();
}

/** Says that what is shown may be old, and that nothing needs to be pressed. */
function Lost() {
  const error = useLost();
  return (
    error && (
      <p className="note warn lost" role="alert">
        <strong>{titleOf(error)}.</strong> This page may be out of date. It is refreshed automatically.
      </p>
    )
  );
}

function Unverified() {
  return (
    <div className="note warn row spread">
      <span>
        Your e-mail address is not verified yet. Top-ups, invitations and IAM users need it; so do machines, except on a
        laptop.
      </span>
      <a href={hrefOf('/verify')}>Verify it</a>
    </div>
  );
}

/** The pages lie over the button that opened them, so the focus goes on to the one that is shown. */
function intoSide({ currentTarget, newState }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open') currentTarget.querySelector<HTMLElement>('[aria-current], a')?.focus();
}

function closeSide(): void {
  const side = document.getElementById('side');
  if (side?.matches(':popover-open')) side.hidePopover();
}

function Side({ me, path }: { me: Me; path: string }) {
  const own = pages.filter((page) => isFor(page, me));
  const groups = [...new Set(own.flatMap(({ group }) => group ?? []))];
  useEffect(() => {
    // On a narrow screen the pages lie above the one that was chosen.
    if (path) closeSide();
  }, [path]);
  return (
    <nav className="side" id="side" popover="auto" aria-label="Pages" onToggle={intoSide}>
      <ul>
        <Entry path="/" title="Home" current={path} />
      </ul>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`side-${group}`}>
          <h2 id={`side-${group}`}>{group}</h2>
          <ul>
            {own
              .filter((page) => page.group === group)
              .map((page) => (
                <Entry key={page.path} path={page.path} title={page.title ?? ''} current={path} />
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Entry({ path, title, current }: { path: string; title: string; current: string }) {
  const isHere = path === '/' ? current === '/' : current === path || current.startsWith(`${path}/`);
  return (
    <li>
      <a href={hrefOf(path)} aria-current={isHere ? 'page' : undefined} onClick={closeSide}>
        {title}
      </a>
    </li>
  );
}
