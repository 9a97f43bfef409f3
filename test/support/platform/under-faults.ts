import { type AskedFault, setFaults } from './dev-faults.ts';

/**
 * Sets the faults of TEST_FAULTS, a list in JSON, under which any story is to pass (test/deep/under-faults.test.ts).
 * Without it there are none.
 */
export async function underFaults(baseUrl: string): Promise<void> {
  const { TEST_FAULTS: faults } = process.env;
  if (faults) await setFaults(baseUrl, ...(JSON.parse(faults) as AskedFault[]));
}
