import { useState } from 'react';
import type { Customer, Quota } from '#lib/generated/client/schemas.ts';
import { Amount } from '#lib/web/pages/billing/amount.tsx';
import { paiseOf } from '#lib/web/pages/billing/rupees.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { words } from '#lib/web/parts/status.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** Grants an account credit. */
export function Credit({ customer: { id, name } }: { customer: Customer }) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const paise = paiseOf(amount);
  const args = paise === undefined ? undefined : { id, body: { amount_paise: paise, reason: reason.trim() } };
  const done = () => {
    say('The credit is granted.');
    closeDialog();
  };
  return (
    <Dialog title={`Grant ${name} credit`}>
      <OperationForm operation="creditAccount" args={args} submit="Grant" onDone={done}>
        {(error) => (
          <>
            <Amount label="Amount in rupees" name="amount_paise" value={amount} onChange={setAmount} error={error} />
            <Field label="Why" name="reason" error={error} hint="The owner sees it in the wallet's history.">
              <input value={reason} onChange={(event) => setReason(event.target.value)} maxLength={200} required />
            </Field>
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}

/** Blocks an account. */
export function Block({ customer: { id, name } }: { customer: Customer }) {
  const [reason, setReason] = useState('');
  const why = reason.trim();
  return (
    <Confirm
      operation="blockAccount"
      args={{ id, body: why === '' ? {} : { reason: why } }}
      title={`Block ${name}`}
      submit="Block"
      name={name}
      options={
        <Field label="Why" name="reason" hint="Optional, for operators; the owner does not see it.">
          <input value={reason} onChange={(event) => setReason(event.target.value)} maxLength={200} />
        </Field>
      }
      said="The account is blocked."
    >
      From now on its logins and requests are refused. Its machines keep running and are charged.
    </Confirm>
  );
}

/** Gives an account a limit of its own. */
export function Limit({ id, quota }: { id: string; quota: Quota }) {
  const [limit, setLimit] = useState(String(quota.limit));
  const body = { [quota.name]: limit.trim() === '' ? null : Number(limit) };
  const done = () => {
    say('The limit is changed.');
    closeDialog();
  };
  return (
    <Dialog title={`Limit of ${words(quota.name)}`}>
      <OperationForm operation="setAccountQuotas" args={{ id, body }} submit="Save" onDone={done}>
        {(error) => (
          <Field label="Limit" name={quota.name} error={error} hint="Leave it empty for the default limit.">
            <input inputMode="numeric" value={limit} onChange={(event) => setLimit(event.target.value)} />
          </Field>
        )}
      </OperationForm>
    </Dialog>
  );
}
