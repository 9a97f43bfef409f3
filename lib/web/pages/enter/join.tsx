import { useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { change } from '#lib/web/api/act.ts';
import { client } from '#lib/web/api/client.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { words } from '#lib/web/parts/status.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { sayProblem } from '#lib/web/parts/toasts.tsx';
import { enterAnew, type Me, useSession } from '#lib/web/shell/session.ts';
import { dropToken, takeToken } from './token.ts';

const here = `?next=${encodeURIComponent('/join')}`;

/** Joins a team by the link of the invitation, with the login of this browser or with one that is made on the way. */
export function Page() {
  const [token] = useState(() => takeToken('invite'));
  if (token === undefined) {
    return (
      <>
        <Heading title="Join a team" />
        <p role="alert">This link is incomplete. Open the complete link from the mail.</p>
      </>
    );
  }
  return <Invitation token={token} />;
}

function Invitation({ token }: { token: string }) {
  const session = useSession(true);
  const info = useRead('getInviteInfo', { query: { token } });
  if (info.error) {
    return (
      <>
        <Heading title="Join a team" />
        <Problem error={info.error} again={isPassing(info.error) ? () => void info.refetch() : undefined} />
      </>
    );
  }
  if (!info.data || session.state === 'unknown') return <Loading />;
  const { account_name, email, role, invited_by, expires_at } = info.data;
  return (
    <>
      <Heading title="Join a team" />
      <p>
        {invited_by} invites {email} to “{account_name}”.
      </p>
      <Facts
        facts={[
          ['Role', words(role)],
          ['Expires', <Time key="at" at={expires_at} />],
        ]}
      />
      {session.state === 'failed' && <Problem error={session.error} again={session.again} />}
      {session.state === 'out' && <Entrance />}
      {session.state === 'in' && <Join token={token} me={session.me} />}
    </>
  );
}

/** Whether trying again may help. */
const isPassing = ({ status }: SvcError): boolean => status === 0 || status === 429 || status >= 500;

/** The ways to a login, which lead back here. */
function Entrance() {
  return (
    <>
      <p>Log in with that address to join. You return to this page.</p>
      <div className="row">
        <a className="button primary" href={`/console/register${here}`}>
          Sign up
        </a>
        <a className="button" href={`/console/login${here}`}>
          Log in
        </a>
      </div>
    </>
  );
}

function Join({ token, me }: { token: string; me: Me }) {
  const joined = ({ account_id }: { account_id: string }) => {
    dropToken('invite');
    change('switchAccount', { body: { account_id } }).then(
      () => enterAnew(),
      (error) => sayProblem('You are now a member, but switching to the account failed.', error),
    );
  };
  return (
    <>
      <p>
        You are logged in as <strong>{me.email ?? me.username}</strong>.
      </p>
      <OperationForm operation="acceptInvite" args={{ body: { token } }} submit="Join" onDone={joined}>
        {() => null}
      </OperationForm>
      <div className="row">
        <button type="button" onClick={() => void another()}>
          Log in as another user
        </button>
      </div>
    </>
  );
}

/** Ends this login, so that another one can join. */
async function another(): Promise<void> {
  await client.logout().catch(() => undefined);
  enterAnew(`/console/login${here}`);
}
