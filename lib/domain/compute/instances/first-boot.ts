import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { addEvent, type InstanceRecord, noteFirstBoot } from '#lib/store/compute/instances.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';

/**
 * Records the progress of a machine's user data as an event of the instance. Hosts may repeat a report: each event is
 * recorded once, and nothing is recorded after an end.
 */
export async function reportFirstBoot(record: InstanceRecord, news: FirstBoot, now: Date): Promise<void> {
  const { account_id, id } = record;
  const message = messageOf(news);
  const event = {
    at: rfc3339(now),
    type: `user_data_${news.state}`,
    from: null,
    to: null,
    actor: 'system',
    request_id: null,
    message,
  };
  const writes = [noteFirstBoot(account_id, id, news.state), addEvent(account_id, id, event, now)];
  await unlessStale(transact(writes, { announcements: [announcementOf(record, news, message)] }));
}

function messageOf(news: FirstBoot): string {
  if (news.state !== 'failed') return `user data has ${news.state}`;
  if (news.exit_code === null) return 'user data was interrupted by the end of the machine, and does not run again';
  return `user data failed with exit code ${news.exit_code}`;
}

const announcementOf = ({ account_id, id }: InstanceRecord, news: FirstBoot, message: string): Announcement => ({
  account_id,
  type: `instance.user_data_${news.state}`,
  resource: srn('compute', account_id, `instance/${id}`),
  message: `instance ${id}: ${message}`,
  data: { instance_id: id, exit_code: news.state === 'failed' ? news.exit_code : null },
});
