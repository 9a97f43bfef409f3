import { Heading } from '#lib/web/parts/heading.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { Autopay } from './autopay.tsx';
import { Budget } from './budget.tsx';
import { Invoices } from './invoices.tsx';
import { Overview } from './overview.tsx';
import { Plan } from './plan.tsx';
import { Tax } from './tax.tsx';
import { TopUp } from './top-up.tsx';
import { Transactions } from './transactions.tsx';

const tabs = [
  { id: 'overview', title: 'Overview', show: () => <Overview /> },
  { id: 'top-up', title: 'Top up', show: () => <TopUp /> },
  { id: 'transactions', title: 'Transactions', show: () => <Transactions /> },
  { id: 'invoices', title: 'Invoices', show: () => <Invoices /> },
  { id: 'autopay', title: 'Autopay', show: () => <Autopay /> },
  { id: 'plan', title: 'Plan', show: () => <Plan /> },
  { id: 'budget', title: 'Budget', show: () => <Budget /> },
  { id: 'tax', title: 'Tax profile', show: () => <Tax /> },
];

/** What the account has, spends and owes, and how it pays. */
export function Page() {
  return (
    <>
      <Heading title="Billing" />
      <Tabs label="Parts of billing" tabs={tabs} />
    </>
  );
}
