import { describe, it } from 'vitest';
import { DriverError } from '#lib/runtime/driver.ts';
import { driverHome } from './driver-home.ts';

/**
 * Runs `suites` where the qemu driver works. Elsewhere skips them and prints why, or fails when
 * SVC_EXPECT_COMPUTE=qemu.
 */
export async function whereQemuWorks(suites: () => void): Promise<void> {
  const reason = await refusalOfQemu();
  if (reason === null || process.env.SVC_EXPECT_COMPUTE === 'qemu') {
    suites();
    return;
  }
  process.stderr.write(`qemu tests are skipped: ${reason}\n`);
  describe.skipIf(true)(`qemu driver (${reason})`, () => it('works here', () => undefined));
}

async function refusalOfQemu(): Promise<string | null> {
  const home = await driverHome();
  try {
    await (await home.open('qemu')).close();
    return null;
  } catch (error) {
    if (error instanceof DriverError && error.code === 'UNSUPPORTED') return error.message;
    throw error;
  } finally {
    await home.remove();
  }
}
