import type { Context } from '#lib/domain/platform/context.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { operate } from './operate.ts';

/** Milliseconds that a guest has to shut down before a reboot cuts its power. */
const grace = 30_000;

/** Reboots a running instance; `force` does not wait for the guest. 409 unless it is running. */
export function rebootInstance(context: Context, { id, force }: { id: string; force: boolean }): Promise<Instance> {
  return operate(context, id, {
    kind: 'reboot',
    action: 'reboot',
    status: 'rebooting',
    options: { force, grace_ms: grace },
    change: { ssh_ready: false },
  });
}
