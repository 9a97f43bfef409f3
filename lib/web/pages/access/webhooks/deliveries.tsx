import type { Delivery } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';

const columns: readonly Column<Delivery>[] = [
  { title: 'When', sort: 'created_at', cell: ({ at }) => <Time at={at} /> },
  { title: 'Event', cell: ({ event_type, event_id }) => <code title={event_id}>{event_type}</code> },
  { title: 'State', cell: ({ status }) => <Status status={status} /> },
  { title: 'Reply', cell: ({ response_status, error }) => response_status ?? error ?? '–' },
  { title: 'Took', number: true, cell: ({ duration_ms }) => `${duration_ms} ms` },
  { title: 'Attempt', number: true, cell: ({ attempt }) => attempt },
  { title: 'Next attempt', cell: ({ next_attempt_at }) => <Time at={next_attempt_at} /> },
];

/** The attempts to deliver events, newest first. */
export function DeliveriesTab({ id }: { id: string }) {
  const again = (args: { id: string; delivery_id: string }) =>
    change('redeliverWebhook', args).then(
      (delivery) => say(`The delivery ${delivery.status}.`),
      (failure) => sayProblem('The event was not sent again.', asSvcError(failure)),
    );
  return (
    <ListPage
      operation="listWebhookDeliveries"
      args={{ id }}
      noun="delivery"
      search={false}
      statuses={['succeeded', 'failed']}
      columns={columns}
      menu={({ id: delivery_id, event_type }) => {
        const args = { id, delivery_id };
        const deed = { operation: 'redeliverWebhook', args } as const;
        return (
          <Menu
            label={`Actions for the delivery of ${event_type}`}
            items={[{ label: 'Send it again', act: () => void again(args), deed }]}
          />
        );
      }}
      empty="Each event that is sent appears here with the reply to it. Send a test to check your receiver."
      command={`svc webhook test ${id}`}
    />
  );
}
