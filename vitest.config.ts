import { defineConfig } from 'vitest/config';

/** Files that start processes, load modules anew, or make what a process opens once, such as documents: each in one of its own. */
const alone = [
  'test/functions/auth/billing/**/*.test.ts',
  'test/lib/{deploy,drivers,local}/**/*.test.ts',
  'test/lib/domain/{invoices/store,metering/empty-wallet,wallets/payments.property}.test.ts',
  'test/support/**/*.test.ts',
];

/** The host agent with real machines, which it spends its time waiting for. */
const machines = ['test/lib/agent/**/*.test.ts'];

/**
 * Two files at a time, of which most share a process with others: loading the modules anew takes as long as the tests do.
 * Journeys drive a whole platform each; they and the agent's files wait more than they work, so they come after, three at
 * a time.
 */
export default defineConfig({
  test: {
    // What a test waits for gives up before, and says what it saw.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{lib,functions,statemachines}/**/*.test.ts'],
          exclude: [...alone, ...machines],
          isolate: false,
          setupFiles: ['test/support/fresh-file.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['test/contract/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'machines',
          include: machines,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
