import { describe, expect, test } from 'vitest';
import { BootTurns } from '#lib/agent/boot-turns.ts';

/** Lets everything run that is ready to. */
const settle = () => new Promise((done) => setImmediate(done));

/** Takes turns, and tells which have begun. */
class Stand {
  readonly turns = new BootTurns();
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();

  take(...ids: string[]): void {
    for (const id of ids) {
      void this.turns.take(id).then((end) => {
        this.begun.push(id);
        this.#ends.set(id, end);
      });
    }
  }

  async end(...ids: string[]): Promise<void> {
    for (const id of ids) this.#ends.get(id)?.();
    await settle();
  }
}

describe('the turns of boots', () => {
  test('are four at a time, in the order in which they were taken', async () => {
    const stand = new Stand();
    stand.take('a', 'b', 'c', 'd', 'e', 'f');
    await settle();
    expect(stand.begun).toEqual(['a', 'b', 'c', 'd']);
    await stand.end('c');
    expect(stand.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    await stand.end('a', 'b');
    expect(stand.begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('of machines that booted when the runtime ended come last, and one at a time', async () => {
    const stand = new Stand();
    for (const id of ['a', 'b']) expect(stand.turns.mayBootAgain(id, false)).toBe(true);
    stand.take('a', 'b', 'c', 'd', 'e');
    await settle();
    // The first was taken when none else waited.
    expect(stand.begun).toEqual(['a']);
    await stand.end('a');
    expect(stand.begun).toEqual(['a', 'c', 'd', 'e']);
    await stand.end('c', 'd');
    expect(stand.begun).toEqual(['a', 'c', 'd', 'e']);
    await stand.end('e');
    expect(stand.begun).toEqual(['a', 'c', 'd', 'e', 'b']);
    stand.take('f');
    await settle();
    expect(stand.begun).not.toContain('f');
    stand.turns.clear('b');
    await stand.end('b');
    expect(stand.begun.at(-1)).toBe('f');
  });

  test('are no longer taken by a wait that was aborted', async () => {
    const { turns } = new Stand();
    const ends = await Promise.all(['a', 'b', 'c', 'd'].map((id) => turns.take(id)));
    const abort = new AbortController();
    const aborted = turns.take('e', abort.signal);
    let has = false;
    const last = turns.take('f').then((end) => {
      has = true;
      return end;
    });
    abort.abort();
    const endNothing = await aborted;
    await settle();
    expect(has).toBe(false);
    endNothing();
    await settle();
    expect(has).toBe(false);
    ends[0]?.();
    await last;
  });

  test('are not given any more to a machine that alone ended the runtime four times in succession', () => {
    const { turns } = new Stand();
    const often = (times: number, alone: boolean) =>
      Array.from({ length: times }, () => turns.mayBootAgain('a', alone));
    expect(often(40, false)).not.toContain(false);
    expect(often(4, true)).toEqual([true, true, true, false]);
    turns.clear('a');
    expect(often(3, true)).toEqual([true, true, true]);
  });
});
