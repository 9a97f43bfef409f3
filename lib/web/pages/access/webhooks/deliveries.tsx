import type { Delivery } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { atOnce } from '#lib/web/parts/menu.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';

const columns: readonly Column<Delivery>[] = [
  { title: 'When', sort: 'created_at', cell: ({ at }) => <Time at={at} /> },
  { title: 'Event', cell: ({ event_type, event_id }) => <code title={event_id}>{event_type}</code> },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Reply', cell: ({ response_status, error }) => response_status ?? error ?? '–' },
  { title: 'Took', number: true, cell: ({ duration_ms }) => `${duration_ms} ms` },
  { title: 'Attempt', number: true, cell: ({ attempt }) => attempt },
  { title: 'Next attempt', cell: ({ next_attempt_at }) => <Time at={next_attempt_at} /> },
];

/** The attempts to deliver events, newest first. */
export function DeliveriesTab({ id }: { id: string }) {
  return (
    <ListPage
      operation="listWebhookDeliveries"
      args={{ id }}
      noun="delivery"
      search={false}
      statuses={['succeeded', 'failed']}
      columns={columns}
      nameOf={({ event_type }) => `the delivery of ${event_type}`}
      actions={({ id: delivery_id }) => [
        atOnce({
          operation: 'redeliverWebhook',
          args: { id, delivery_id },
          label: 'Send it again',
          said: ({ status }) => `The delivery ${status}.`,
          failed: 'The event was not sent again.',
        }),
      ]}
      empty="Each event that is sent appears here with the reply to it. Send a test to check your receiver."
      command={`svc webhook test ${id}`}
    />
  );
}
