import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { addEvent, type InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The event of what somebody asked of an instance, under their name and request. */
export function noteRequest(
  { now, principal, request_id }: Context,
  before: InstanceRecord | undefined,
  next: InstanceRecord,
  type: string,
  message: string,
): Write {
  return addEvent(
    next.account_id,
    next.id,
    {
      at: rfc3339(now),
      type,
      from: before?.status ?? null,
      to: next.status,
      actor: principal.name,
      request_id,
      message,
    },
    now,
  );
}
