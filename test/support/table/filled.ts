import { newAccountId, newId } from '#lib/model/platform/ids.ts';
import type { Row } from '#lib/store/platform/list-layout.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** How many rows lists are tried with: less than a page, more than one, and more than one read. */
export const sizes = [3, 60, 1200] as const;

/** Rows of an account, whose names are in another order than their ages. */
export interface Rows {
  readonly account: string;
  readonly byAge: readonly Row[];
  readonly byName: readonly Row[];
  /** Writes each row, a hundred in one transaction. */
  written(write: (account: string, row: Row, at: number) => Write): Promise<void>;
}

/** So many rows, a second apart, the last of them one second old. `account` is a new one by default. */
export function filled(size: number, account = newAccountId()): Rows {
  const now = Date.now();
  const byAge = Array.from({ length: size }, (_, at) => ({
    id: newId('vpc', new Date(now - (size - at) * 1000)),
    name: `n-${String((at * 7919) % size).padStart(4, '0')}`,
  }));
  return {
    account,
    byAge,
    byName: byAge.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    written: async (write) => {
      const writes = byAge.map((row, at) => write(account, row, at));
      for (let from = 0; from < size; from += 100) await transact(writes.slice(from, from + 100));
    },
  };
}
