import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { underRoles } from './test/support/grants/plugin.ts';
import { sharing } from './test/support/shared/plugin.ts';

/** The files of units that have a process of their own, and why they cannot share one. */
const alone = {
  'test/lib/domain/storage/documents/store.test.ts': 'resets modules: each stands for another process',
  'test/lib/standards/passwords/hash.test.ts': 'has the real argon2',
  'test/lib/drivers/secrets/secrets-manager.test.ts': 'resets modules: each stands for a cold function',
  'test/lib/drivers/webhooks/post.test.ts': 'mocks how names are resolved',
  'test/lib/testing/functions.test.ts': 'asks which ports its process has open',
};

/** A password is hashed once in a process. */
const rememberedPasswords = {
  '@node-rs/argon2': fileURLToPath(new URL('test/support/vitest/argon2.ts', import.meta.url)),
};

/** What `npm test` leaves to `npm run test:all` wherever it lies, beside `journeys` and `hostile` (test/README.md). */
const long = ['test/**/*.long.test.ts'];

/** Whatever drives a platform or machines waits more than it works: it comes after the rest, more files at a time. */
const waiting = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
};

/** What has a command of its own, and the computer for itself. */
const oneByOne = { testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 1, sequence: { groupOrder: 3 } };

const elevenMinutes = 'test/deep/svc-hosts-cut.test.ts';
const isNamed = (file: string) => process.argv.some((word) => word.endsWith(file));

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
    setupFiles: ['test/support/report/measure.ts', 'test/support/platform/end-killed.ts'],
    projects: [
      {
        extends: true,
        plugins: [underRoles()],
        test: {
          name: 'unit',
          include: ['test/{lib,functions,statemachines,support}/**/*.test.ts'],
          exclude: [...Object.keys(alone), 'test/lib/{agent,runtime}/**', ...long],
          isolate: false,
          alias: rememberedPasswords,
          setupFiles: [
            'test/support/grants/recorder.ts',
            'test/support/vitest/fresh-file.ts',
            'test/support/table/records.ts',
          ],
        },
      },
      {
        extends: true,
        plugins: [underRoles()],
        test: {
          name: 'alone',
          include: Object.keys(alone),
          exclude: long,
          setupFiles: ['test/support/grants/recorder.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          exclude: long,
          isolate: false,
          alias: rememberedPasswords,
          setupFiles: ['test/support/vitest/fresh-file.ts', 'test/support/table/records.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'runtime',
          include: ['test/lib/runtime/**/*.test.ts'],
          exclude: long,
          isolate: false,
          setupFiles: ['test/support/vitest/fresh-file.ts'],
          ...waiting,
        },
      },
      {
        extends: true,
        // Isolated: a link repeats what was not answered, also after its file, and files count calls.
        test: {
          name: 'agent',
          include: ['test/lib/agent/**/*.test.ts'],
          exclude: long,
          ...waiting,
        },
      },
      {
        extends: true,
        plugins: [sharing()],
        test: {
          name: 'stories',
          include: ['test/stories/**/*.test.ts'],
          isolate: false,
          ...waiting,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        plugins: [sharing()],
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          exclude: long,
          isolate: false,
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts'],
          isolate: false,
          setupFiles: ['test/support/vitest/fresh-file.ts'],
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: long,
          isolate: false,
          setupFiles: ['test/support/vitest/fresh-file.ts'],
          ...waiting,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['test/deep/**/*.test.ts'],
          // It waits for eleven minutes, so it runs where it is named.
          exclude: isNamed(elevenMinutes) ? [] : [elevenMinutes],
          ...oneByOne,
          testTimeout: 600_000,
          expect: { poll: { timeout: 90_000, interval: 10 } },
        },
      },
      {
        extends: true,
        test: { name: 'rgw', include: ['test/rgw/**/*.test.ts'], ...oneByOne, hookTimeout: 300_000 },
      },
    ],
  },
});
