import { configDefaults, defineConfig } from 'vitest/config';

/** It waits for eleven minutes, so it runs where it is named. */
const long = 'test/deep/svc-hosts-cut.test.ts';
const isNamed = process.argv.some((word) => word.endsWith(long));

export default defineConfig({
  test: {
    include: ['test/deep/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isNamed ? [] : [long])],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 90_000, interval: 10 } },
    maxWorkers: 1,
  },
});
