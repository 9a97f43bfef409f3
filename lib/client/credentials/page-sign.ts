/** The Web Locks of a page (https://www.w3.org/TR/web-locks/). */
interface Locks {
  request(name: string, work: () => Promise<void>): Promise<void>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

interface Page {
  readonly navigator?: { readonly locks?: Locks };
}

/** Milliseconds for which a page tells: longer than it takes until other processes see what it stores. */
const TOLD_MS = 5_000;

/**
 * Tells the other pages of this origin when something happened, in milliseconds since 1970, by the name of a lock.
 * What a page stores is seen by a page in another process a little later, but locks are kept in one place: whoever has
 * the lock of that work next knows of it.
 */
export async function tellPages(name: string, at: number, page: Page = globalThis as Page): Promise<void> {
  const locks = page.navigator?.locks;
  if (!locks) return;
  await new Promise<void>((isHeld) => {
    const hold = () => {
      isHeld();
      return new Promise<void>((end) => setTimeout(end, TOLD_MS));
    };
    locks.request(`${name} ${at}`, hold).catch(() => isHeld());
  });
}

/** When it happened last as other pages tell, in milliseconds since 1970; 0 where none does. */
export async function toldByPages(name: string, page: Page = globalThis as Page): Promise<number> {
  const { held = [] } = (await page.navigator?.locks?.query()) ?? {};
  return Math.max(0, ...held.map((lock) => Number(lock.name?.split(`${name} `)[1] ?? 0)));
}
