import { useState } from 'react';
import type { Mandate } from '#lib/generated/client/schemas.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { Amount } from './amount.tsx';
import { paiseOf, rupeesOf } from './rupees.ts';

/** Makes a mandate, which is authorised next. */
export function NewMandate() {
  const [method, setMethod] = useState<Mandate['method']>('upi');
  const [threshold, setThreshold] = useState('500');
  const [topUp, setTopUp] = useState('1000');
  const [most, setMost] = useState('15000');
  const [threshold_paise, topup_amount_paise, max_amount_paise] = [threshold, topUp, most].map(paiseOf);
  const isFull = threshold_paise !== undefined && topup_amount_paise !== undefined && max_amount_paise !== undefined;
  return (
    <section className="stack" aria-labelledby="new-mandate">
      <h2 id="new-mandate">Automatic top-up</h2>
      <p>
        A mandate tops up the wallet when its balance runs low. Each debit is announced by mail a day ahead. There is at
        most one a month, of at most ₹15,000 with GST, as the RBI requires.
      </p>
      <OperationForm
        operation="createAutopay"
        args={isFull ? { body: { method, threshold_paise, topup_amount_paise, max_amount_paise } } : undefined}
        submit="Create the mandate"
        onDone={() => say('The mandate is created. Authorise it next.')}
      >
        {(error) => (
          <>
            <Field label="Payment method" name="method" error={error}>
              <select value={method} onChange={(event) => setMethod(event.target.value as Mandate['method'])}>
                <option value="upi">UPI Autopay</option>
                <option value="card">Card</option>
                <option value="enach">eNACH, from a bank account</option>
              </select>
            </Field>
            <Amount
              label="When the balance is below, in rupees"
              name="threshold_paise"
              value={threshold}
              onChange={setThreshold}
              error={error}
              hint="Also when the balance lasts less than 72 hours."
            />
            <Amount
              label="Add, in rupees before GST"
              name="topup_amount_paise"
              value={topUp}
              onChange={setTopUp}
              error={error}
              hint="₹100 to ₹15,000."
            />
            <Amount
              label="Maximum per debit, in rupees with GST"
              name="max_amount_paise"
              value={most}
              onChange={setMost}
              error={error}
              hint="The bank refuses any debit above it. You cannot change it later."
            />
          </>
        )}
      </OperationForm>
    </section>
  );
}

/** Changes when a mandate's debits happen and what they add. */
export function ChangeMandate({ mandate }: { mandate: Mandate }) {
  const [threshold, setThreshold] = useState(rupeesOf(mandate.threshold_paise));
  const [topUp, setTopUp] = useState(rupeesOf(mandate.topup_amount_paise));
  const [threshold_paise, topup_amount_paise] = [threshold, topUp].map(paiseOf);
  const isFull = threshold_paise !== undefined && topup_amount_paise !== undefined;
  return (
    <details>
      <summary>Change the amounts</summary>
      <OperationForm
        operation="updateAutopay"
        args={isFull ? { body: { threshold_paise, topup_amount_paise } } : undefined}
        submit="Save"
        onDone={() => say('The amounts are changed.')}
      >
        {(error) => (
          <>
            <Amount
              label="When the balance is below, in rupees"
              name="threshold_paise"
              value={threshold}
              onChange={setThreshold}
              error={error}
            />
            <Amount
              label="Add, in rupees before GST"
              name="topup_amount_paise"
              value={topUp}
              onChange={setTopUp}
              error={error}
            />
          </>
        )}
      </OperationForm>
    </details>
  );
}
