import type { Session } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { sourceText } from '#lib/web/parts/source.ts';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
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
  return (
    <>
      <ListPage
        operation="listSessions"
        noun="session"
        search={false}
        columns={columns}
        nameOf={(session) => `the session from ${sourceText(session)}`}
        actions={(session) => [
          {
            label: 'End the session',
            danger: true,
            act: () => openDialog(ending(session)),
            refused: session.current ? 'This is your current session: log out instead.' : undefined,
          },
        ]}
        empty="Each login from a browser or the command line is a session. It ends 30 days after its last use."
      />
      <div className="row">
        <button type="button" className="danger" onClick={() => openDialog(endingAll)}>
          Log out everywhere
        </button>
        <span className="about">Ends every session, including this one.</span>
      </div>
    </>
  );
}

const endingAll = (
  <Confirm
    operation="logout"
    args={{ body: { all: true } }}
    title="Log out everywhere"
    submit="Log out everywhere"
    onDone={() => enterAnew('/console/login')}
  >
    Every session ends, including this one. You must log in again in each browser and on each command line. Access keys
    stay valid.
  </Confirm>
);

const ending = (session: Session) => (
  <Confirm
    operation="deleteSession"
    args={{ id: session.id }}
    title={`End the session of ${programOf(session.user_agent)}`}
    submit="End the session"
    name={programOf(session.user_agent)}
    preview
    said="The session has ended."
  >
    The client that logged in <Time at={session.created_at} />, from {sourceText(session)}, is logged out at the next
    request.
  </Confirm>
);
