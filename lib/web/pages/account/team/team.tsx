import { Heading } from '#lib/web/parts/heading.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { InvitesTab } from './invites.tsx';
import { MembersTab } from './members.tsx';

/** Who works in the account with a login of their own, and who is invited to. */
export function Page() {
  return (
    <>
      <Heading title="Team">
        <a className="button primary" href={hrefOf('/team/invite')}>
          Invite a member
        </a>
      </Heading>
      <Tabs
        label="Team"
        tabs={[
          { id: 'members', title: 'Members', show: () => <MembersTab /> },
          { id: 'invites', title: 'Invites', show: () => <InvitesTab /> },
        ]}
      />
    </>
  );
}
