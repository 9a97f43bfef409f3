import { useState } from 'react';
import type { Subscription } from '#lib/generated/client/schemas.ts';
import { type PlanId, planPrices } from '#lib/model/billing/plan-prices.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { money } from '#lib/web/parts/money.ts';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Status, words } from '#lib/web/parts/status.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { checkoutOf, keepCheckout } from './checkouts.ts';
import { Pay } from './pay.tsx';

/** The account's plan: what it costs, until when it is paid, and another one. */
export function Plan() {
  const { data, error, refetch } = useRead('getSubscription');
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return <Shown subscription={data} />;
}

/** The states out of which a subscription never comes; another may then be made. */
const ended: readonly Subscription['status'][] = ['cancelled', 'completed', 'expired'];

function Shown({ subscription }: { subscription: Subscription }) {
  const { id, plan_id, status, price_paise, current_period_end, cancel_at_period_end, allowed_actions } = subscription;
  const isFree = id === null || ended.includes(status);
  const checkout = id !== null && status === 'created' ? checkoutOf(id) : undefined;
  return (
    <div className="stack">
      <Facts
        facts={[
          ['Plan', <strong key="plan">{words(plan_id)}</strong>],
          ['Status', <Status key="state" status={status} reason={subscription.status_reason} />],
          ['Price', `${money(price_paise)} a month, before GST`],
          [
            cancel_at_period_end ? 'Ends' : 'Paid until',
            current_period_end ? <Time key="end" at={current_period_end} /> : undefined,
          ],
        ]}
      />
      {status === 'created' && !isFree && (
        <div className="note">
          <p>The first month is not paid yet. An unpaid subscription ends after a day.</p>
          {checkout ? (
            <Pay checkout={checkout} back="/billing?tab=plan" label="Pay the first month" />
          ) : (
            <p>It was created in another browser or by a program. Pay there, or cancel it and subscribe again.</p>
          )}
        </div>
      )}
      {status === 'authenticated' && <p className="note">The first payment is in progress.</p>}
      {allowed_actions.includes('cancel') && <Cancel subscription={subscription} />}
      {isFree && <Subscribe />}
    </div>
  );
}

const offered = Object.keys(planPrices).filter((plan) => plan !== 'free') as Exclude<PlanId, 'free'>[];

function Subscribe() {
  const [plan_id, setPlan] = useState<PlanId>(offered[0] ?? 'standard');
  return (
    <section className="stack" aria-labelledby="subscribe">
      <h2 id="subscribe">Subscribe to a plan</h2>
      <p>Each payment is a top-up of the plan’s price: it is credited to your wallet and invoiced.</p>
      <OperationForm
        operation="createSubscription"
        args={{ body: { plan_id } }}
        submit="Subscribe and pay"
        onDone={({ id, checkout }) => {
          if (id === null) return;
          keepCheckout(id, checkout);
          if (checkout.url !== null) location.assign(checkout.url);
        }}
      >
        {() => (
          <fieldset className="choices">
            <legend>Plan</legend>
            {offered.map((plan) => (
              <label key={plan} className="choice">
                <input
                  type="radio"
                  name="plan_id"
                  value={plan}
                  checked={plan === plan_id}
                  onChange={() => setPlan(plan)}
                />
                <strong>{words(plan)}</strong>
                <span className="about">{money(planPrices[plan])} a month, before GST</span>
              </label>
            ))}
          </fieldset>
        )}
      </OperationForm>
    </section>
  );
}

function Cancel({ subscription }: { subscription: Subscription }) {
  return (
    <div className="row">
      {subscription.current_period_end !== null && (
        <button type="button" onClick={() => openDialog(cancellation(subscription, 'end'))}>
          Cancel at the end of the month
        </button>
      )}
      <button type="button" className="danger" onClick={() => openDialog(cancellation(subscription, 'now'))}>
        Cancel now
      </button>
    </div>
  );
}

const cancellation = ({ plan_id, current_period_end }: Subscription, when: 'end' | 'now') => (
  <Confirm
    operation="cancelSubscription"
    args={{ body: { at_period_end: when === 'end' } }}
    title={`Cancel the plan ${words(plan_id)}`}
    submit="Cancel the plan"
    name={words(plan_id)}
  >
    {when === 'end' && current_period_end !== null ? (
      <>
        The paid month lasts until <Time at={current_period_end} />. No further month is charged.
      </>
    ) : (
      'The plan ends at once. The credit in your wallet stays.'
    )}
  </Confirm>
);
