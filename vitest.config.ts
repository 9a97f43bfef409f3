import { defineConfig } from 'vitest/config';

/** Two files at a time; journeys drive a whole platform each, so they come after, among themselves. */
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
        test: { name: 'unit', include: ['test/{lib,functions,statemachines,support}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['test/contract/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
