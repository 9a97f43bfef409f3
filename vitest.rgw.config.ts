import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/rgw/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 300_000, maxWorkers: 1 },
});
