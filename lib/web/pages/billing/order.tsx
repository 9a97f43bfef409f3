import { useEffect, useRef, useState } from 'react';
import type { Order } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { money } from '#lib/web/parts/money.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { OpenInvoice } from './open-invoice.tsx';
import { Pay } from './pay.tsx';

const isOpen = ({ status }: Order): boolean => status === 'created' || status === 'attempted';

/** An order on its way from its creation to its invoice. Nothing is said to be paid before the platform says so. */
export function OrderState({ id }: { id: string }) {
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = useRead('getOrder', { id }, open ? { every: 2_000 } : {});
  useEffect(() => {
    if (data) setOpen(isOpen(data));
  }, [data]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = data !== undefined;
  // The form before it has gone, or the gateway has led back here.
  useEffect(() => {
    if (isThere) heading.current?.focus();
  }, [isThere]);
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {titles[data.status]}
      </h2>
      <Facts
        facts={[
          ['Status', <Status key="state" status={data.status} reason={data.status_reason} live />],
          ['Credited to the wallet', money(data.amount_paise)],
          ['GST', money(data.tax_paise)],
          ['To pay', <strong key="total">{money(data.total_paise)}</strong>],
          ['Order', <Copy key="id" text={data.id} label="the order's id" />],
          ['Paid', data.paid_at ? <Time key="paid" at={data.paid_at} /> : undefined],
        ]}
      />
      {data.status === 'attempted' && data.status_reason && <p className="note warn">{data.status_reason}</p>}
      {isOpen(data) ? <PayOrder order={data} /> : <After order={data} />}
    </div>
  );
}

const titles: Readonly<Record<Order['status'], string>> = {
  created: 'Pay the order',
  attempted: 'The payment failed; you can try again',
  paid: 'The order is paid',
  failed: 'The order failed',
  expired: 'The order was not paid in time',
  refunded: 'The order was refunded',
};

function PayOrder({ order }: { order: Order }) {
  const { id, checkout, total_paise, expires_at } = order;
  return (
    <>
      <Pay checkout={checkout} back={`/billing?tab=top-up&order=${id}`} label={`Pay ${money(total_paise)}`} />
      <p className="about">
        You pay at {checkout.name}’s payment gateway, which then returns you here. The order expires{' '}
        <Time at={expires_at} />. This page shows when it is paid.
      </p>
      <p>
        <a href={hrefOf('/billing?tab=top-up')}>Another amount</a>
      </p>
    </>
  );
}

function After({ order: { status, amount_paise, invoice_id } }: { order: Order }) {
  return (
    <>
      {status === 'paid' && <output className="note">{money(amount_paise)} were added to the wallet.</output>}
      <div className="row">
        {invoice_id && <OpenInvoice id={invoice_id} label="Open the invoice" />}
        <a className="button" href={hrefOf('/billing')}>
          See the balance
        </a>
        <a className="button" href={hrefOf('/billing?tab=top-up')}>
          Another top-up
        </a>
      </div>
    </>
  );
}
