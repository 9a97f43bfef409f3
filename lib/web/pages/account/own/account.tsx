import { useRead } from '#lib/web/api/query.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { ProfileTab } from './profile.tsx';
import { SecurityTab } from './security.tsx';
import { SessionsTab } from './sessions.tsx';

/** Who one is, in which account, and how one logs in. */
export function Page() {
  const { data: me, error, refetch } = useRead('getMe');
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!me) return <Loading />;
  return (
    <>
      <Heading title={me.email ?? me.username ?? 'You'} />
      <Tabs
        label="Your login"
        tabs={[
          { id: 'profile', title: 'Profile', show: () => <ProfileTab me={me} /> },
          { id: 'security', title: 'Security', show: () => <SecurityTab me={me} /> },
          { id: 'sessions', title: 'Sessions', show: () => <SessionsTab /> },
        ]}
      />
    </>
  );
}
