import { Heading } from '#lib/web/parts/heading.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { AuditTab } from './audit.tsx';
import { FeedTab } from './feed.tsx';

/** What happened in the account, and who asked for what. */
export function Page() {
  return (
    <>
      <Heading title="Activity" />
      <Tabs
        label="Activity"
        tabs={[
          { id: 'feed', title: 'What happened', show: () => <FeedTab /> },
          { id: 'audit', title: 'Audit log', show: () => <AuditTab /> },
        ]}
      />
    </>
  );
}
