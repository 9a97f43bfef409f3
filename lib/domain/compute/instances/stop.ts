import type { Context } from '#lib/domain/platform/context.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { wrongState } from '#lib/model/compute/instance-states.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { operate } from './operate.ts';
import { presentPrice } from './settle.ts';

export interface StopInput {
  id: string;
  force: boolean;
  timeout_seconds: number;
}

/** Seconds that cutting the power may take after the guest's time has passed (contract 3.1: 60 and 90 in total). */
const powerOff = 30;

/**
 * Shuts an instance down, and cuts its power after `timeout_seconds`. An instance in error needs `force`. 409 unless it
 * is running.
 */
export function stopInstance(context: Context, { id, force, timeout_seconds }: StopInput): Promise<Instance> {
  return operate(context, id, {
    kind: 'stop',
    action: 'stop',
    status: 'stopping',
    leaves: true,
    options: { force, grace_ms: timeout_seconds * 1000 },
    deadline: timeout_seconds + powerOff,
    rehearse: (record) => priceDelta(presentPrice(record), presentPrice({ ...record, status: 'stopped' })),
    check: (record) => {
      if (record.status === 'error' && !force) throw wrongState(id, 'stop', 'error', 'force=true');
    },
  });
}
