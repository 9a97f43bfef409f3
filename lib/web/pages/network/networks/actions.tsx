import type { Vpc } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { EditNetwork } from './edit.tsx';

/** What can be done with a network. */
export const actionsOf = (network: Vpc): MenuItem[] => [
  { label: 'Change …', act: () => openDialog(<EditNetwork network={network} />) },
  { label: 'Delete …', act: () => openDialog(deletion(network)), refused: whyKept(network), danger: true },
];

const deletion = ({ id, name, cidr }: Vpc) => (
  <Confirm
    operation="deleteVpc"
    args={{ id }}
    title={`Delete ${name}`}
    submit="Delete network"
    name={name}
    preview
    said={`${name} is deleted.`}
    list="/networks"
  >
    Its block of addresses, {cidr}, is free again.
  </Confirm>
);

/** Why a network cannot be deleted now; undefined where it can. */
function whyKept({ is_default, instance_count }: Vpc): string | undefined {
  if (is_default) return 'it is the account’s default network';
  if (instance_count === 0) return undefined;
  return instance_count === 1 ? 'an instance is in it' : `${instance_count} instances are in it`;
}
