import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/deep/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 90_000, interval: 10 } },
    maxWorkers: 1,
  },
});
