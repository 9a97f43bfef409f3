import { useEffect, useLayoutEffect } from 'react';
import { OpenDialog } from '#lib/web/parts/dialog.tsx';
import { forgetFocus, keepFocus } from '#lib/web/parts/focus.ts';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Toasts } from '#lib/web/parts/toasts.tsx';
import { Boundary } from './boundary.tsx';
import { Frame, Mark } from './frame.tsx';
import { lazyPage, preload } from './lazy.tsx';
import { pageAt } from './page-at.ts';
import { navigate, usePath } from './router.ts';
import { useSession } from './session.ts';

/** The console: the page of the address, in its frame. */
export function App() {
  const path = usePath();
  const found = pageAt(path);
  const bare = found?.entry.bare === true;
  useEffect(keepFocus, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each other path
  useLayoutEffect(forgetFocus, [path]);
  return (
    <>
      {bare ? <Bare path={path} /> : <Inside path={path} />}
      <Toasts />
    </>
  );
}

/** A page for who is not logged in. */
function Bare({ path }: { path: string }) {
  return (
    <main className="bare" id="main">
      <p className="brand">
        <Mark /> svc
      </p>
      <Content path={path} />
    </main>
  );
}

/** A page for who is logged in; anybody else is led to the login, and back here afterwards. */
function Inside({ path }: { path: string }) {
  const session = useSession();
  useEffect(() => {
    const found = pageAt(path);
    if (found) preload(found.entry);
  }, [path]);
  useEffect(() => {
    if (session.state !== 'out') return;
    const back = path + location.search;
    navigate(back === '/' ? '/login' : `/login?next=${encodeURIComponent(back)}`, { replace: true });
  }, [session.state, path]);
  if (session.state === 'failed') {
    return (
      <main className="bare" id="main">
        <h1>The console cannot be shown</h1>
        <Problem error={session.error} again={session.again} />
      </main>
    );
  }
  if (session.state !== 'in') return <Loading />;
  return (
    <Frame me={session.me} path={path}>
      {/* Another account is another console: nothing of the one before stays. */}
      <Content key={session.me.account_id} path={path} />
    </Frame>
  );
}

function Content({ path }: { path: string }) {
  const found = pageAt(path);
  if (!found) return <NotFound path={path} />;
  const Page = lazyPage(found.entry);
  return (
    <Boundary key={`${found.entry.path} ${Object.values(found.params).join(' ')}`}>
      <Page params={found.params} />
      <OpenDialog />
    </Boundary>
  );
}

function NotFound({ path }: { path: string }) {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        The console has no page at <code>{path}</code>. <a href="/console">Go to the home page</a>, or press Ctrl-K to
        search.
      </p>
    </>
  );
}
