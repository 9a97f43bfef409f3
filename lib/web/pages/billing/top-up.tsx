import { useState } from 'react';
import { money } from '#lib/web/parts/money.ts';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { navigate, useSearch } from '#lib/web/shell/router.ts';
import { Amount } from './amount.tsx';
import { OrderState } from './order.tsx';
import { paiseOf, rupeesOf } from './rupees.ts';

/** Adds money to the wallet: makes an order, which is then paid at the gateway. */
export function TopUp() {
  const [search] = useSearch();
  const order = search.get('order');
  return order === null ? <Ask /> : <OrderState key={order} id={order} />;
}

/** Amounts in paise that are offered; any other can be typed. */
const usual = [50_000, 100_000, 500_000, 1_000_000];

function Ask() {
  const [amount, setAmount] = useState('1000');
  const paise = paiseOf(amount);
  return (
    <OperationForm
      operation="createTopup"
      args={paise === undefined ? undefined : { body: { amount_paise: paise } }}
      submit="Continue"
      onDone={({ id }) => navigate(`/billing?tab=top-up&order=${id}`)}
    >
      {(error) => (
        <>
          <Amount
            label="Amount, in rupees"
            name="amount_paise"
            value={amount}
            onChange={setAmount}
            error={error}
            hint="₹100 to ₹5,00,000. GST of 18 % is added. You see the total before you pay."
          />
          <fieldset className="row" aria-label="Usual amounts">
            {usual.map((one) => (
              <button key={one} type="button" aria-pressed={one === paise} onClick={() => setAmount(rupeesOf(one))}>
                {money(one).replace('.00', '')}
              </button>
            ))}
          </fieldset>
        </>
      )}
    </OperationForm>
  );
}
