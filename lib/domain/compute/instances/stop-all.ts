import { stopInstance } from '#lib/domain/compute/instances/stop.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { runningInstances } from '#lib/store/compute/instances.ts';

/** Seconds that a guest has to shut down. */
const timeout_seconds = 60;

/**
 * Stops every running instance of an account, as its owner would. True once none is left to stop. An instance with
 * another operation is left for the next call, and so is one that a concurrent call is stopping.
 */
export async function stopAll(account: string, now: Date): Promise<boolean> {
  let left = 0;
  for await (const { id, status } of runningInstances(account)) {
    left++;
    if (status !== 'running') continue;
    const input = { id, force: false, timeout_seconds };
    await stopInstance(systemContext(account, now), input).then(
      () => left--,
      (error) => {
        if (!(error instanceof ApiError)) throw error;
      },
    );
  }
  return left === 0;
}
