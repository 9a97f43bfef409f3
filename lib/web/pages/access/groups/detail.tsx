import type { Group } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { every } from '#lib/web/pages/access/every.ts';
import { Attached } from '#lib/web/pages/access/policies/attached.tsx';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Members } from './members.tsx';

const back = [hrefOf('/iam/groups'), 'IAM groups'] as const;

/** A group of IAM users: its members, and the policies that they get. */
export function Page({ params: { name = '' } }: PageProps) {
  const read = useRead('getGroup', { name }, { every });
  return (
    <Shown read={read} back={['/iam/groups', 'IAM groups']}>
      {(group) => <OneGroup group={group} />}
    </Shown>
  );
}

function OneGroup({ group: { name, description, members, policies, created_at } }: { group: Group }) {
  return (
    <>
      <Heading title={name} back={back}>
        <Menu
          label={`Actions for ${name}`}
          items={[{ label: 'Delete the group', danger: true, act: () => openDialog(deletion(name)) }]}
        />
      </Heading>
      <Facts
        facts={[
          ['Description', description ?? undefined],
          ['Created', <Time key="c" at={created_at} />],
        ]}
      />
      <Members name={name} members={members} />
      <Attached to="group" name={name} policies={policies} />
    </>
  );
}

const deletion = (name: string) => (
  <Confirm
    operation="deleteGroup"
    args={{ name }}
    title={`Delete ${name}`}
    submit="Delete"
    name={name}
    preview
    said={`Group ${name} is deleted.`}
    list="/iam/groups"
  >
    Its members remain, and lose its permissions with their next request.
  </Confirm>
);
