import { useState } from 'react';
import type { Webhook } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { atOnce, Menu } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { DeliveriesTab } from './deliveries.tsx';
import { bodyOf, HookFields } from './fields.tsx';

const back = [hrefOf('/webhooks'), 'Webhooks'] as const;

/** A webhook: where it sends what, and how the deliveries went. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getWebhook', { id });
  return (
    <Shown read={read} back={['/webhooks', 'Webhooks']}>
      {(webhook) => <OneWebhook webhook={webhook} />}
    </Shown>
  );
}

const may = ({ allowed_actions }: Webhook, action: string): string | undefined =>
  allowed_actions.includes(action) ? undefined : 'Your policies do not allow it.';

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { id, url, status } = webhook;
  const [test, ...others] = actionsOf(webhook);
  return (
    <>
      <Heading title={url} back={back}>
        <button type="button" onClick={test.act}>
          Send a test
        </button>
        <Menu label="Actions for the webhook" items={[test, ...others]} />
      </Heading>
      <Facts
        facts={[
          ['Status', <Status key="s" status={status} reason={webhook.status_reason} />],
          ['Why', webhook.status_reason ?? undefined],
          ['ID', <Copy key="i" text={id} label="the webhook's id" />],
          ['Created', <Time key="c" at={webhook.created_at} />],
        ]}
      />
      <Tabs
        label="Webhook"
        tabs={[
          { id: 'deliveries', title: 'Deliveries', show: () => <DeliveriesTab id={id} /> },
          { id: 'settings', title: 'Settings', show: () => <Settings key={webhook.updated_at} webhook={webhook} /> },
        ]}
      />
    </>
  );
}

function actionsOf(webhook: Webhook) {
  const { id, status } = webhook;
  const isActive = status === 'active';
  const test = atOnce({
    operation: 'testWebhook',
    args: { id },
    label: 'Send a test',
    said: (delivery) => `The test ${delivery.status}.`,
    failed: 'The test was not sent.',
  });
  const turn = atOnce({
    operation: 'updateWebhook',
    args: { id, body: { status: isActive ? 'disabled' : 'active' } },
    label: isActive ? 'Disable' : 'Enable',
    refused: may(webhook, 'update'),
    said: isActive ? 'The webhook is disabled: no events are sent.' : 'The webhook is enabled: events are sent again.',
    undo: { operation: 'updateWebhook', args: { id, body: { status } } },
    failed: 'The webhook was not changed.',
  });
  const act = () => openDialog(deletion(webhook));
  return [test, turn, { label: 'Delete', danger: true, act, refused: may(webhook, 'delete') }] as const;
}

const deletion = ({ id, url }: Webhook) => (
  <Confirm
    operation="deleteWebhook"
    args={{ id }}
    title="Delete the webhook"
    submit="Delete"
    name={url}
    preview
    said="The webhook is deleted."
    list="/webhooks"
  >
    No more events are sent to {url}. Its deliveries are no longer shown.
  </Confirm>
);

function Settings({ webhook: { id, url, description, event_types } }: { webhook: Webhook }) {
  const [hook, setHook] = useState({ url, description: description ?? '', types: event_types as readonly string[] });
  return (
    <OperationForm
      operation="updateWebhook"
      args={{ id, body: bodyOf(hook) }}
      submit="Save"
      onDone={() => say('The webhook is saved.')}
    >
      {(error) => <HookFields hook={hook} onChange={setHook} error={error} />}
    </OperationForm>
  );
}
