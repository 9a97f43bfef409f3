import type { ReactNode } from 'react';
import type { Mandate } from '#lib/generated/client/schemas.ts';
import { useAct } from '#lib/web/api/act.ts';
import { useRead } from '#lib/web/api/query.ts';
import { AsCommand } from '#lib/web/parts/as-command.tsx';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { money } from '#lib/web/parts/money.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Status, words } from '#lib/web/parts/status.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { Authorise } from './authorise.tsx';
import { ChangeMandate, NewMandate } from './mandate-forms.tsx';

/** Top-ups that happen by themselves, under a mandate that the customer gives their bank. */
export function Autopay() {
  const { data, error, refetch } = useRead('getAutopay');
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return data.status === 'none' ? <NewMandate /> : <Shown mandate={data as Mandate} />;
}

const states: Readonly<Record<Mandate['status'], string>> = {
  created: 'The mandate is created. Authorise it to allow debits.',
  pending_authorization: 'The mandate is waiting for authorisation.',
  active: 'A low balance is topped up automatically.',
  paused: 'Debits are suspended until you resume them.',
  rejected: 'The bank or the account holder declined the mandate. You can create another.',
  cancelled: 'The mandate is cancelled. You can create another.',
  expired: 'The mandate has ended. You can create another.',
  failed: 'The mandate ended after three failed debits. You can create another.',
};

/** The states out of which nothing leads: another mandate can be made. */
const ended: ReadonlySet<Mandate['status']> = new Set(['rejected', 'cancelled', 'expired', 'failed']);

function Shown({ mandate }: { mandate: Mandate }) {
  const { status, allowed_actions, failure_reason, next_debit_at, next_debit_paise, next_debit_status } = mandate;
  const can = (action: string) => allowed_actions.includes(action);
  const isOver = ended.has(status);
  return (
    <div className="stack">
      <p>{states[status]}</p>
      {failure_reason && <p className="note warn">{failure_reason}</p>}
      <Facts
        facts={[
          ['Status', <Status key="state" status={status} reason={mandate.status_reason} />],
          ['Method', methods[mandate.method]],
          ['When the balance is below', money(mandate.threshold_paise)],
          ['Each debit adds', `${money(mandate.topup_amount_paise)}, before GST`],
          ['Maximum per debit', `${money(mandate.max_amount_paise)}, with GST`],
          [
            'Next debit',
            next_debit_at && next_debit_paise !== null ? (
              <span key="next">
                {money(next_debit_paise)} <Time at={next_debit_at} />, {words(next_debit_status ?? 'announced')}
              </span>
            ) : (
              'none announced'
            ),
          ],
          ['Expires', isOver ? undefined : <Time key="until" at={mandate.valid_until} />],
        ]}
      />
      {can('setup') && <Authorise mandate={mandate} />}
      {!isOver && (
        <div className="row">
          {can('pause') && <Pause paused={true}>Pause debits</Pause>}
          {can('resume') && <Pause paused={false}>Resume debits</Pause>}
          {can('cancel') && (
            <button type="button" className="danger" onClick={() => openDialog(cancellation(mandate))}>
              Cancel the mandate
            </button>
          )}
        </div>
      )}
      {can('update') && <ChangeMandate key={mandate.id} mandate={mandate} />}
      {isOver && <NewMandate />}
    </div>
  );
}

const methods: Readonly<Record<Mandate['method'], string>> = {
  upi: 'UPI Autopay',
  card: 'Card',
  enach: 'eNACH',
};

function Pause({ paused, children }: { paused: boolean; children: ReactNode }) {
  const act = useAct('updateAutopay');
  const args = { body: { paused } };
  return (
    <>
      <button type="button" disabled={act.isRunning} onClick={() => void act.run(args)}>
        {children}
      </button>
      {act.error && <Problem error={act.error} />}
      <AsCommand operation="updateAutopay" args={args} />
    </>
  );
}

const cancellation = ({ method, max_amount_paise }: Mandate) => (
  <Confirm
    operation="cancelAutopay"
    args={{}}
    title={`Cancel the mandate for ${methods[method]}`}
    submit="Cancel the mandate"
    name={methods[method]}
    preview
  >
    No debit of up to {money(max_amount_paise)} will be made, not even one that is announced. A new mandate needs a new
    authorisation.
  </Confirm>
);
