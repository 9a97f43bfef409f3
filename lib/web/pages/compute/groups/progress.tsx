import type { Asg } from '#lib/generated/client/schemas.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { useInstancesOf } from './members.tsx';
import { refreshingOf } from './refreshing.ts';

/** How far the replacement of all members is; nothing while there is none. */
export function Progress({ group }: { group: Asg }) {
  const { items = [], error, again } = useInstancesOf(group);
  if (error) return <Problem error={error} again={again} />;
  const refreshing = refreshingOf(group, items);
  if (!refreshing) return null;
  const { replaced, all } = refreshing;
  return (
    <div className="note">
      <output>
        Every member is being replaced: {replaced} of {all} are new.
      </output>
      <progress aria-label="New members" value={replaced} max={Math.max(1, all)} />
    </div>
  );
}
