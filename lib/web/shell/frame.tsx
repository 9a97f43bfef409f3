import { type ReactNode, useEffect, useState } from 'react';
import { useLost } from '#lib/web/api/connection.ts';
import { pages } from '#lib/web/pages/map.ts';
import { Drawing, Icon } from '#lib/web/parts/icon.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { titleOf } from '#lib/web/parts/problem.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ClockMenu } from './clock-menu.tsx';
import { Finder, loadPalette } from './finder.tsx';
import type { PageEntry } from './page.ts';
import { hrefOf } from './router.ts';
import { leave, type Me } from './session.ts';
import { Side } from './side.tsx';
import { nextTheme } from './theme.ts';
import { Unverified } from './unverified.tsx';

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
          <Mark /> svc
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
        {me.email_verified === false && !sayIt.has(path) && <Unverified me={me} />}
        <Lost />
        {children}
      </main>
      {finding && <Finder me={me} also={userItems(me)} onClose={() => setFinding(false)} />}
    </div>
  );
}

/** Pages that say themselves that the address is not verified. */
const sayIt = new Set(['/', '/verify']);

/** The platform's own sign, as in the browser's tab. */
export const Mark = () => <Drawing className="mark" path="M3 11.5h10M3 8h10M3 4.5h10" width={2} />;

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
