import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { underRoles } from './test/support/grants/plugin.ts';

/**
 * Files that start processes, load modules anew, or make what a process opens once, such as documents: each in one of
 * its own.
 */
const alone = [
  'test/functions/auth/billing/**/*.test.ts',
  'test/lib/{deploy,drivers,local,testing}/**/*.test.ts',
  'test/lib/domain/{billing/metering/empty-wallet,billing/wallets/payments.property,storage/documents/store}.test.ts',
  'test/support/**/*.test.ts',
];

/** The host agent with real machines, which it spends its time waiting for. */
const machines = ['test/lib/{agent,runtime}/**/*.test.ts'];

/**
 * What `npm test` leaves to `npm run test:all` (test/README.md), wherever it lies but in `hostile`, which that runs
 * whole.
 */
const long = ['test/**/*.long.test.ts'];

/** Whatever drives a platform or machines waits more than it works: it comes after the rest, more files at a time. */
const waiting = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
};

/**
 * Few files at a time, of which most share a process with others: loading the modules anew takes as long as the tests
 * do.
 */
export default defineConfig({
  test: {
    // What a test waits for gives up before, and says what it saw.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    maxWorkers: 3,
    setupFiles: ['test/support/report/measure.ts'],
    projects: [
      {
        extends: true,
        plugins: [underRoles()],
        test: {
          name: 'unit',
          include: ['test/{lib,functions,statemachines}/**/*.test.ts'],
          exclude: [...alone, ...machines, ...long],
          isolate: false,
          alias: { '@node-rs/argon2': fileURLToPath(new URL('test/support/argon2.ts', import.meta.url)) },
          setupFiles: ['test/support/grants/recorder.ts', 'test/support/fresh-file.ts'],
        },
      },
      {
        extends: true,
        plugins: [underRoles()],
        test: { name: 'alone', include: alone, exclude: long, setupFiles: ['test/support/grants/recorder.ts'] },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['test/contract/**/*.test.ts'], exclude: long },
      },
      {
        extends: true,
        test: {
          name: 'machines',
          include: machines,
          exclude: long,
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          exclude: long,
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts'],
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: long,
          ...waiting,
        },
      },
    ],
  },
});
