import type { Customer, Quota } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { atOnce, Menu } from '#lib/web/parts/menu.tsx';
import { money } from '#lib/web/parts/money.ts';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status, words } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Block, Credit, Limit } from './dialogs.tsx';

/** An account: its money, its limits, and whether it is blocked. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getAccount', { id });
  return (
    <Shown read={read} back={['/platform/accounts', 'Accounts']}>
      {(customer) => <OneAccount customer={customer} />}
    </Shown>
  );
}

function OneAccount({ customer }: { customer: Customer }) {
  const { id, name, status, quotas } = customer;
  const isBlocked = status === 'blocked';
  const refused = customer.operator ? 'It operates this platform.' : undefined;
  return (
    <>
      <Heading title={name} back={[hrefOf('/platform/accounts'), 'Accounts']}>
        <button type="button" onClick={() => openDialog(<Credit customer={customer} />)}>
          Grant credit
        </button>
        <Menu
          label={`Actions for ${name}`}
          items={[
            isBlocked
              ? atOnce({
                  operation: 'unblockAccount',
                  args: { id },
                  label: 'Unblock',
                  said: 'The account is unblocked. Its users can log in again.',
                  failed: 'The account is still blocked.',
                })
              : { label: 'Block', danger: true, act: () => openDialog(<Block customer={customer} />), refused },
          ]}
        />
      </Heading>
      <Facts
        facts={[
          ['Status', <Status key="s" status={status} reason={customer.status_reason} live />],
          ['Why', customer.status_reason ?? undefined],
          ['Account', <Copy key="i" text={id} label="the account's number" />],
          ['Owner', `${customer.email ?? '–'}${customer.email_verified ? '' : ' (not verified)'}`],
          ['Balance', money(customer.balance_paise)],
          ['Available', money(customer.available_paise)],
          ['Operator', customer.operator ? 'yes' : undefined],
          ['Created', <Time key="m" at={customer.created_at} />],
        ]}
      />
      <h2>Limits</h2>
      <Table
        label="Limits"
        columns={columns}
        rows={quotas ?? []}
        idOf={({ name: of }) => of}
        nameOf={({ name: of }) => words(of)}
        actions={(quota) => [{ label: 'Change the limit', act: () => openDialog(<Limit id={id} quota={quota} />) }]}
      />
    </>
  );
}

const columns: readonly Column<Quota>[] = [
  { title: 'What', cell: ({ name }) => words(name) },
  { title: 'Used', number: true, cell: ({ used }) => used },
  { title: 'Limit', number: true, cell: ({ limit }) => limit },
];
