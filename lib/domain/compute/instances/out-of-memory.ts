import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { OutOfMemory } from '#lib/model/compute/out-of-memory.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { addEvent, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Records as an event of the instance that its machine had no more memory, and which programs were ended for it. */
export async function reportOutOfMemory(record: InstanceRecord, news: OutOfMemory, now: Date): Promise<void> {
  const { account_id, id } = record;
  const message = messageOf(news);
  const event = {
    at: rfc3339(now),
    type: 'out_of_memory',
    from: null,
    to: null,
    actor: 'system',
    request_id: null,
    message,
  };
  const announcement = {
    account_id,
    type: 'instance.out_of_memory' as const,
    resource: srn('compute', account_id, `instance/${id}`),
    message: `instance ${id}: ${message}`,
    data: { instance_id: id, ...news },
  };
  await transact([addEvent(account_id, id, event, now)], { announcements: [announcement] });
}

function messageOf({ killed, programs }: OutOfMemory): string {
  const names = programs.length > 0 ? `: ${programs.join(', ')}` : '';
  return `out of memory: the kernel ended ${killed === 1 ? 'a process' : `${killed} processes`}${names}`;
}
