import { change } from '#lib/web/api/act.ts';
import { Icon } from '#lib/web/parts/icon.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { sayProblem } from '#lib/web/parts/toasts.tsx';
import { enterAnew, type Me } from './session.ts';

/** The account that one is in, and the way to the others. */
export function AccountMenu({ me }: { me: Me }) {
  const own = me.accounts.find(({ account_id }) => account_id === me.account_id);
  const name = own?.name || me.account_id;
  const others = me.accounts.filter(({ account_id }) => account_id !== me.account_id);
  if (others.length === 0) return <span className="account about">{name}</span>;
  const switchTo = (account_id: string) =>
    change('switchAccount', { body: { account_id } }).then(
      () => enterAnew(),
      (error) => sayProblem('Switching accounts failed.', error),
    );
  const items = others.map((one) => ({
    label: `${one.name || one.account_id} (${one.role})`,
    act: () => void switchTo(one.account_id),
  }));
  return (
    <Menu label={`Account ${name}: change it`} items={items}>
      <span className="account">{name}</span> <Icon name="down" />
    </Menu>
  );
}
