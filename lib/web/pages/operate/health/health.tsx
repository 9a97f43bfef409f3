import { useState } from 'react';
import type { LedgerDifference, Operation } from '#lib/generated/client/schemas.ts';
import { closeDialog, Dialog, openDialog } from '#lib/web/parts/dialog.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Status, words } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

/** What needs an operator: ledgers that do not balance, and work that does not end. */
export function Page() {
  return (
    <>
      <Heading title="Platform health" />
      <Tabs
        label="What needs an operator"
        tabs={[
          { id: 'differences', title: 'Ledger differences', show: () => <DifferencesTab /> },
          { id: 'stuck', title: 'Stuck operations', show: () => <StuckTab /> },
        ]}
      />
    </>
  );
}

/** Work for the platform's own images has no account. */
const accountOf = ({ account_id }: { account_id: string | null }) =>
  account_id === null ? '–' : <a href={hrefOf(`/platform/accounts/${account_id}`)}>{account_id}</a>;

const differences: readonly Column<LedgerDifference>[] = [
  { title: 'Found', cell: ({ found_at }) => <Time at={found_at} /> },
  { title: 'Account', cell: accountOf },
  { title: 'Status', cell: ({ status, resolution }) => <Status status={status} reason={resolution} /> },
  { title: 'What', cell: ({ findings }) => findings.join('; ') },
  { title: 'Resolved by', cell: ({ resolved_by }) => resolved_by ?? '–' },
];

function DifferencesTab() {
  return (
    <ListPage
      operation="listLedgerDifferences"
      noun="difference"
      search={false}
      statuses={['open', 'resolved']}
      columns={differences}
      actions={(difference) => [
        {
          label: 'Resolve',
          act: () => openDialog(<Resolve difference={difference} />),
          refused: difference.status === 'open' ? undefined : 'It is already resolved.',
        },
      ]}
      empty="Every night each ledger is compared with its wallet. There are no differences."
    />
  );
}

function Resolve({ difference: { id, findings } }: { difference: LedgerDifference }) {
  const [reason, setReason] = useState('');
  const done = () => {
    say('The difference is resolved.');
    closeDialog();
  };
  return (
    <Dialog title="Resolve the difference">
      <OperationForm
        operation="resolveLedgerDifference"
        args={{ id, body: { reason: reason.trim() } }}
        submit="Resolve"
        onDone={done}
      >
        {(error) => (
          <>
            <p>{findings.join('; ')}</p>
            <Field
              label="How"
              name="reason"
              error={error}
              hint="This corrects nothing. If the difference is found again, it is open again."
            >
              <input value={reason} onChange={(event) => setReason(event.target.value)} maxLength={500} required />
            </Field>
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}

const stuck: readonly Column<Operation>[] = [
  { title: 'Due', cell: ({ due_at }) => <Time at={due_at} /> },
  { title: 'Work', cell: ({ workflow }) => words(workflow) },
  { title: 'Of', cell: ({ resource_id }) => <code>{resource_id}</code> },
  { title: 'Account', cell: ({ account_id }) => account_id && accountOf({ account_id }) },
  { title: 'Operation', cell: ({ id }) => <code>{id}</code> },
];

const StuckTab = () => (
  <ListPage
    operation="listOperations"
    noun="operation"
    search={false}
    columns={stuck}
    empty="No operation is past its deadline."
    command="svc platform list-operations"
  />
);
