/** The Web Locks of a page (https://www.w3.org/TR/web-locks/). */
interface Locks {
  request(name: string, options: { signal: AbortSignal }, work: () => Promise<void>): Promise<void>;
}

interface Page {
  readonly navigator?: { readonly locks?: Locks };
  addEventListener?(type: 'pagehide', listener: () => void): void;
  removeEventListener?(type: 'pagehide', listener: () => void): void;
}

/** How long a page waits for another one that does not end its work. */
const PATIENCE_MS = 10_000;

/**
 * Does work while no other page of this origin does any under the same name, or after ten seconds of waiting; at once
 * where the browser has no Web Locks. A page that is left lets go of the name: the browser may freeze it and keep it
 * for the way back, and it would hold the name all that time.
 */
export async function aloneAmongPages(name: string, work: () => Promise<void>, page: Page = globalThis): Promise<void> {
  const locks = page.navigator?.locks;
  if (!locks) return await work();
  const left = new AbortController();
  const patience = new AbortController();
  const leave = () => left.abort();
  const gone = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()));
  page.addEventListener?.('pagehide', leave);
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const signal = AbortSignal.any([left.signal, patience.signal]);
    await locks.request(name, { signal }, () => {
      clearTimeout(timer);
      return Promise.race([work(), gone]);
    });
  } catch (error) {
    if (patience.signal.aborted) return await work();
    if (!left.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    page.removeEventListener?.('pagehide', leave);
  }
}
