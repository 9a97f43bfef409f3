import type { Webhook } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<Webhook>[] = [
  { title: 'Address', cell: ({ id, url }) => <a href={hrefOf(`/webhooks/${id}`)}>{url}</a> },
  {
    title: 'Status',
    line: true,
    cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} />,
  },
  { title: 'Events', cell: ({ event_types }) => event_types.join(', ') },
  {
    title: 'Last delivery',
    cell: ({ deliveries: [last] }) =>
      last ? (
        <span>
          <Status status={last.status} /> <Time at={last.at} />
        </span>
      ) : (
        <span className="about">none yet</span>
      ),
  },
];

/** The account's webhooks. */
export function Page() {
  return (
    <ListPage
      operation="listWebhooks"
      title="Webhooks"
      noun="webhook"
      columns={columns}
      nameOf={({ url }) => url}
      statuses={['active', 'disabled']}
      create={{ to: hrefOf('/webhooks/new'), label: 'Create a webhook' }}
      empty="A webhook sends the account's events to your program as they happen, signed with a secret."
      command="svc webhook create --url https://example.com/hook --event-types 'instance.*'"
    />
  );
}
