import { type ComponentType, useEffect, useState } from 'react';
import { asSvcError } from '#lib/web/api/act.ts';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import type { PageEntry, PageProps } from './page.ts';

const loaded = new Map<PageEntry, ComponentType<PageProps>>();
const wrapped = new Map<PageEntry, ComponentType<PageProps>>();
const reloadedAt = 'svc.reloaded_at';

/** Begins to load the code of a page, before it is known whether it will be shown. */
export function preload(entry: PageEntry): void {
  if (loaded.has(entry)) return;
  // What fails here is tried again, and told, when the page is shown.
  entry
    .load()
    .then(({ Page }) => loaded.set(entry, Page))
    .catch(() => undefined);
}

/** The component of a page, which loads its code when it is first shown. */
export function lazyPage(entry: PageEntry): ComponentType<PageProps> {
  const known = wrapped.get(entry);
  if (known) return known;
  const Lazy = (props: PageProps) => {
    const [error, setError] = useState<unknown>();
    const [Page, setPage] = useState(() => loaded.get(entry));
    useEffect(() => {
      if (Page) return;
      load(entry).then((component) => setPage(() => component), setError);
    }, [Page]);
    if (error !== undefined) return <Problem error={asSvcError(error)} again={() => location.reload()} />;
    return Page ? <Page {...props} /> : <Loading as="page" />;
  };
  wrapped.set(entry, Lazy);
  return Lazy;
}

async function load(entry: PageEntry): Promise<ComponentType<PageProps>> {
  try {
    const { Page } = await entry.load();
    loaded.set(entry, Page);
    return Page;
  } catch (failure) {
    // After an upgrade of the platform the code of this page has another name: the page is loaded anew, once.
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
    if (Date.now() - last > 30_000) {
      sessionStorage.setItem(reloadedAt, String(Date.now()));
      location.reload();
    }
    throw failure;
  }
}
