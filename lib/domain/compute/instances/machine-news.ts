import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { DiskFilling } from '#lib/model/compute/disk-filling.ts';
import type { OutOfMemory } from '#lib/model/compute/out-of-memory.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import { planOf } from '#lib/model/platform/catalog.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { addEvent, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';

/** What happened inside a machine that has no effect on its status. */
export type MachineNews =
  | { readonly event: 'service_failed'; readonly news: ServiceFailure }
  | { readonly event: 'out_of_memory'; readonly news: OutOfMemory }
  | { readonly event: 'disk_filling'; readonly news: DiskFilling };

/** Records what happened inside a machine as an event of the instance, and announces it. */
export async function recordNews(record: InstanceRecord, told: MachineNews, now: Date): Promise<void> {
  const { account_id, id } = record;
  const message = messageOf(told, planOf(record).disk);
  const event = {
    at: rfc3339(now),
    type: told.event,
    from: null,
    to: null,
    actor: 'system',
    request_id: null,
    message,
  };
  const announcement = {
    account_id,
    type: `instance.${told.event}` as const,
    resource: srn('compute', account_id, `instance/${id}`),
    message: `instance ${id}: ${message}`,
    data: { instance_id: id, ...told.news },
  };
  await transact([addEvent(account_id, id, event, now)], { announcements: [announcement] });
}

function messageOf(told: MachineNews, disk: number): string {
  switch (told.event) {
    case 'service_failed':
      return serviceFailed(told.news);
    case 'out_of_memory':
      return outOfMemory(told.news);
    case 'disk_filling':
      return diskFilling(told.news, disk);
  }
}

/** In the machine's own words. */
function serviceFailed({ unit, result, lines }: ServiceFailure): string {
  const name = unit.replace(/\.service$/, '');
  return `service ${name} failed (${result})${lines.map((line, index) => (index === 0 ? ': ' : ' | ') + line).join('')}`;
}

function outOfMemory({ killed, programs }: OutOfMemory): string {
  const names = programs.length > 0 ? `: ${programs.join(', ')}` : '';
  return `out of memory: the kernel ended ${killed === 1 ? 'a process' : `${killed} processes`}${names}`;
}

function diskFilling({ used_percent }: DiskFilling, disk: number): string {
  const held = `has ${used_percent} % of its ${disk} GiB in use`;
  return used_percent > 100 ? `the disk ${held}, more than its plan` : `the disk ${held}`;
}
