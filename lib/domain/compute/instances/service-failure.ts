import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { addEvent, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Records the failure of a service inside a machine as an event of the instance, in the machine's own words. */
export async function reportServiceFailure(record: InstanceRecord, news: ServiceFailure, now: Date): Promise<void> {
  const { account_id, id } = record;
  const message = messageOf(news);
  const event = {
    at: rfc3339(now),
    type: 'service_failed',
    from: null,
    to: null,
    actor: 'system',
    request_id: null,
    message,
  };
  const announcement = {
    account_id,
    type: 'instance.service_failed' as const,
    resource: srn('compute', account_id, `instance/${id}`),
    message: `instance ${id}: ${message}`,
    data: { instance_id: id, ...news },
  };
  await transact([addEvent(account_id, id, event, now)], { announcements: [announcement] });
}

function messageOf({ unit, result, lines }: ServiceFailure): string {
  const name = unit.replace(/\.service$/, '');
  return `service ${name} failed (${result})${lines.map((line, index) => (index === 0 ? ': ' : ' | ') + line).join('')}`;
}
