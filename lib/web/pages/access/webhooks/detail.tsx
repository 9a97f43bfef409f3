import { useState } from 'react';
import type { Webhook } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';
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
  const [deleting, setDeleting] = useState(false);
  const isActive = status === 'active';
  const test = () =>
    change('testWebhook', { id }).then(
      (delivery) => say(`The test ${delivery.status}.`),
      (failure) => sayProblem('The test was not sent.', asSvcError(failure)),
    );
  const turning = { id, body: { status: isActive ? ('disabled' as const) : ('active' as const) } };
  const turn = () =>
    change('updateWebhook', turning).then(
      () =>
        say(
          isActive ? 'The webhook is disabled: no events are sent.' : 'The webhook is enabled: events are sent again.',
        ),
      (failure) => sayProblem('The webhook was not changed.', asSvcError(failure)),
    );
  const deleted = () => {
    say('The webhook is deleted.');
    navigate('/webhooks');
  };
  return (
    <>
      <Heading title={url} back={back}>
        <button type="button" onClick={() => void test()}>
          Send a test
        </button>
        <Menu
          label="Actions for the webhook"
          items={[
            { label: 'Send a test', act: () => void test(), deed: { operation: 'testWebhook', args: { id } } },
            {
              label: isActive ? 'Disable' : 'Enable',
              act: () => void turn(),
              refused: may(webhook, 'update'),
              deed: { operation: 'updateWebhook', args: turning },
            },
            { label: 'Delete', danger: true, act: () => setDeleting(true), refused: may(webhook, 'delete') },
          ]}
        />
      </Heading>
      <Facts
        facts={[
          ['State', <Status key="s" status={status} reason={webhook.status_reason} />],
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
      {deleting && (
        <Confirm
          operation="deleteWebhook"
          args={{ id }}
          title="Delete the webhook"
          submit="Delete"
          name={url}
          preview
          onClose={() => setDeleting(false)}
          onDone={deleted}
        >
          No more events are sent to {url}. Its deliveries are no longer shown.
        </Confirm>
      )}
    </>
  );
}

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
