import { describe, expect, it, vi } from 'vitest';
import { tellPages, toldByPages } from '#lib/client/credentials/page-sign.ts';

/** The locks of a browser, which all of its pages have in common. */
function browser() {
  const held = new Set<string>();
  const locks = {
    async request(name: string, work: () => Promise<void>) {
      held.add(name);
      await work();
      held.delete(name);
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
  return { navigator: { locks } };
}

describe('what a page tells the others', () => {
  it('is known to them as soon as it is told, for five seconds, and the newest counts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const page = browser();
    expect(await toldByPages('work', page)).toBe(0);
    await tellPages('work', 1_000, page);
    expect(await toldByPages('work', page)).toBe(1_000);
    await tellPages('work', 3_000, page);
    expect(await toldByPages('work', page)).toBe(3_000);
    expect(await toldByPages('other', page)).toBe(0);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await toldByPages('work', page)).toBe(0);
    vi.useRealTimers();
  });

  it('is nothing where the browser has no locks, or refuses one', async () => {
    await tellPages('work', 1_000, {});
    expect(await toldByPages('work', {})).toBe(0);
    const refusing = { request: () => Promise.reject(new Error('no')), query: async () => ({}) };
    await tellPages('work', 1_000, { navigator: { locks: refusing } });
    expect(await toldByPages('work', { navigator: { locks: refusing } })).toBe(0);
  });
});
