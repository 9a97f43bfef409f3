import { useState } from 'react';
import type { Session } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { sourceText } from '#lib/web/parts/source.ts';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { enterAnew } from '#lib/web/shell/session.ts';

/** A short name of the program that logged in, by what it sent: `Chrome 156 on Linux`, `svc-cli`. */
function programOf(agent: string): string {
  const [browser] = /(?:Edg|Firefox|Chrome|Version)\/\d+/.exec(agent) ?? [];
  const [system] = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(agent) ?? [];
  const name = browser?.replace('Edg/', 'Edge ').replace('Version/', 'Safari ').replace('/', ' ');
  const [first] = agent.trim().split(/\s+/);
  return name ? [name, system].filter(Boolean).join(' on ') : first || 'unknown';
}

const columns: readonly Column<Session>[] = [
  {
    title: 'Program',
    cell: ({ user_agent, current }) => (
      <span>
        <span title={user_agent}>{programOf(user_agent)}</span> {current && <strong>(this one)</strong>}
      </span>
    ),
  },
  { title: 'From', cell: sourceText },
  { title: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { title: 'Logged in', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The logins of this user that have not ended. */
export function SessionsTab() {
  const [ending, setEnding] = useState<Session>();
  const [endingAll, setEndingAll] = useState(false);
  return (
    <>
      <ListPage
        operation="listSessions"
        noun="session"
        search={false}
        columns={columns}
        nameOf={({ user_agent }) => programOf(user_agent)}
        menu={(session) => (
          <Menu
            label={`Actions for the session from ${sourceText(session)}`}
            items={[
              {
                label: 'End the session',
                danger: true,
                act: () => setEnding(session),
                refused: session.current ? 'This is your current session: log out instead.' : undefined,
              },
            ]}
          />
        )}
        empty="Each login from a browser or the command line is a session. It ends 30 days after its last use."
      />
      <div className="row">
        <button type="button" className="danger" onClick={() => setEndingAll(true)}>
          Log out everywhere
        </button>
        <span className="about">Ends every session, including this one.</span>
      </div>
      {endingAll && (
        <Confirm
          operation="logout"
          args={{ body: { all: true } }}
          title="Log out everywhere"
          submit="Log out everywhere"
          onClose={() => setEndingAll(false)}
          onDone={() => enterAnew('/console/login')}
        >
          Every session ends, including this one. You must log in again in each browser and on each command line. Access
          keys stay valid.
        </Confirm>
      )}
      {ending && (
        <Confirm
          operation="deleteSession"
          args={{ id: ending.id }}
          title={`End the session of ${programOf(ending.user_agent)}`}
          submit="End the session"
          name={programOf(ending.user_agent)}
          preview
          onClose={() => setEnding(undefined)}
          onDone={() => say('The session has ended.')}
        >
          The client that logged in <Time at={ending.created_at} />, from {sourceText(ending)}, is logged out at the
          next request.
        </Confirm>
      )}
    </>
  );
}
