import { type AccountClient, accountClient } from './account.ts';
import { checkoutOf } from './checkout.ts';
import { type Control, controlOf } from './control.ts';
import { startProcess } from './process.ts';

export { SvcError } from '#lib/client/index.ts';
export type { AccountClient } from './account.ts';
export { type Clock, type Control, ControlError, type Fault, type Mail } from './control.ts';
export { StartError } from './process.ts';

/** How a platform is started for tests. */
export interface PlatformOptions {
  /** What runs machines. `simulated`, the default, runs none, and has them running at once. */
  readonly compute?: 'simulated' | 'container' | 'process' | 'qemu' | 'auto';
  /** A saved state to start from. It is in the data folder, so it needs `dataDir`. */
  readonly state?: string;
  /** Whether rate limits apply; by default they do not. */
  readonly limits?: 'on' | 'off';
  /** A folder to keep the state in. Without it a new one is made, and removed at the end. */
  readonly dataDir?: string;
  /** The platform's checkout; by default that of SVC_CHECKOUT, or the one around this file. */
  readonly checkout?: string;
  /** More of the platform's settings (docs/settings.md). */
  readonly env?: Readonly<Record<string, string>>;
  /** Ends a start that takes too long. */
  readonly signal?: AbortSignal;
}

/** A platform that runs for a test. It ends with the test's process, however that ends. */
export interface TestPlatform extends Control, AsyncDisposable {
  /** Where the API is. */
  readonly url: string;
  /** Where the S3 endpoint is. */
  readonly s3Url: string;
  readonly dataDir: string;
  /**
   * A typed client of the account with this address, which is made, with a verified address, unless it is there.
   * Without an address it is a new account.
   */
  client(email?: string): Promise<AccountClient>;
  /** All that the platform has written so far. */
  output(): string;
  /** Ends the platform, and settles when it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a platform on free ports, with a data folder of its own. Rejects with StartError, which has what the platform
 * wrote, where it does not start.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<TestPlatform> {
  const { compute = 'simulated', limits = 'off', state, dataDir, env = {}, signal } = options;
  const running = await startProcess({
    checkout: checkoutOf(options.checkout),
    dataDir,
    env: {
      SVC_COMPUTE: compute,
      SVC_LIMITS: limits,
      ...(compute === 'simulated' && { SVC_TIME_SCALE: '0' }),
      ...(state !== undefined && { SVC_STATE: state }),
      ...env,
    },
    signal,
  });
  const url = `http://localhost:${running.port}`;
  const control = controlOf(url);
  return {
    ...control,
    url,
    s3Url: `http://localhost:${running.s3Port}`,
    dataDir: running.dataDir,
    client: (email) => accountClient(url, control, email),
    output: running.output,
    stop: running.stop,
    [Symbol.asyncDispose]: running.stop,
  };
}
