import { describe, it } from 'vitest';
import { DriverError } from '#lib/runtime/driver.ts';
import { driverHome } from './driver-home.ts';

/**
 * Runs `suites` where the container driver works. Elsewhere skips them and prints why, or fails when
 * SVC_EXPECT_COMPUTE=container.
 */
export async function whereContainersWork(suites: () => void): Promise<void> {
  const reason = await refusalOfContainer();
  if (reason === null || process.env.SVC_EXPECT_COMPUTE === 'container') {
    suites();
    return;
  }
  process.stderr.write(`container tests are skipped: ${reason}\n`);
  describe.skipIf(true)(`container driver (${reason})`, () => it('works here', () => undefined));
}

async function refusalOfContainer(): Promise<string | null> {
  const home = await driverHome();
  try {
    await (await home.open('container')).close();
    return null;
  } catch (error) {
    if (error instanceof DriverError && error.code === 'UNSUPPORTED') return error.message;
    throw error;
  } finally {
    await home.remove();
  }
}
