import { useState } from 'react';
import type { Budget as BudgetShape } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { money } from '#lib/web/parts/money.ts';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { Amount } from './amount.tsx';
import { paiseOf, rupeesOf } from './rupees.ts';

/** What the account may spend in a month: who is told when, and whether new spending is refused. */
export function Budget() {
  const { data, error, refetch } = useRead('getBudget');
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="stack">
      <Progress budget={data} />
      <Change key={data.updated_at} budget={data} />
    </div>
  );
}

function Progress({ budget: { monthly_limit_paise: limit, month_to_date_paise: spent } }: { budget: BudgetShape }) {
  if (limit === null) {
    return (
      <p>
        No budget is set. The account has spent {money(spent)} this month. A budget notifies the account’s owner by mail
        as spending approaches its limit.
      </p>
    );
  }
  const percent = limit > 0 ? Math.round((spent / limit) * 100) : 100;
  return (
    <div className="stack">
      <p>
        <strong>{money(spent)}</strong> of {money(limit)} spent this month: {percent} %.
      </p>
      <progress
        max={Math.max(limit, 1)}
        value={Math.min(spent, limit)}
        aria-label="This month's spending as a share of the budget"
      />
    </div>
  );
}

const percentsIn = (text: string): number[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number);

function Change({ budget }: { budget: BudgetShape }) {
  const { monthly_limit_paise: limit } = budget;
  const [amount, setAmount] = useState(limit === null ? '' : rupeesOf(limit));
  const [percents, setPercents] = useState((budget.alert_percents.length ? budget.alert_percents : usual).join(', '));
  const [action, setAction] = useState(budget.action);
  const paise = amount.trim() === '' ? undefined : paiseOf(amount);
  const alert_percents = percentsIn(percents);
  const body = { monthly_limit_paise: paise ?? null, alert_percents, action };
  return (
    <>
      <OperationForm
        operation="putBudget"
        args={paise === undefined ? undefined : { body }}
        submit={limit === null ? 'Set the budget' : 'Save the budget'}
        onDone={() => say('The budget is set.')}
      >
        {(error) => (
          <>
            <Amount
              label="Monthly budget, in rupees before GST"
              name="monthly_limit_paise"
              value={amount}
              onChange={setAmount}
              error={error}
            />
            <Field
              label="Notify the owner at these percentages"
              name="alert_percents"
              error={error}
              hint="Comma-separated."
            >
              <input value={percents} onChange={(event) => setPercents(event.target.value)} inputMode="numeric" />
            </Field>
            <Field
              label="When it is used up"
              name="action"
              error={error}
              hint="Earlier commitments continue: scheduled backups, and replacements of group members."
            >
              <select value={action} onChange={(event) => setAction(event.target.value as BudgetShape['action'])}>
                <option value="notify">Notify the owner</option>
                <option value="block_new">Notify the owner, and refuse new spending</option>
              </select>
            </Field>
          </>
        )}
      </OperationForm>
      {limit !== null && (
        <OperationForm
          operation="putBudget"
          args={{ body: { monthly_limit_paise: null } }}
          submit="Remove the budget"
          danger
          onDone={() => say('The budget is removed.')}
        >
          {() => null}
        </OperationForm>
      )}
    </>
  );
}

/** Percentages that a new budget proposes. */
const usual = [50, 80, 100];
