import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { type Source, sourceShown } from '#lib/model/platform/source.ts';
import { transact } from '#lib/store/platform/write.ts';
import { writeAudit } from '#lib/store/requests/audit.ts';
import { consoleResource } from './admit.ts';

/** What the audit log records of a handshake. */
export interface Handshake extends Source {
  id: string;
  instance: string;
  path: string;
  user_agent: string;
}

/** The actor that the audit log names. */
export type ConsoleActor = Pick<Principal, 'type' | 'id' | 'name' | 'access_key_id' | 'account_id'>;

/** The maximum length of client-supplied text in an audit entry. */
const maxText = 512;

/**
 * Records in the account's audit log that a console was opened (101), refused (the status) or closed (the close code).
 */
export function noteConsole(
  principal: ConsoleActor,
  { id, instance, path, user_agent, ...source }: Handshake,
  act: 'openConsole' | 'closeConsole',
  status: number,
): Promise<void> {
  const now = civilNow();
  const { type, name, access_key_id, account_id } = principal;
  return transact([
    writeAudit({
      id: newId('log', now),
      account_id,
      at: rfc3339(now),
      actor: { type, id: principal.id, name, access_key_id },
      service: 'compute',
      method: 'GET',
      path: path.slice(0, maxText),
      action: act === 'openConsole' ? 'compute:OpenConsole' : act,
      resource: consoleResource(account_id, instance),
      status,
      request_id: id,
      ...sourceShown(source),
      user_agent: user_agent.slice(0, maxText),
      idempotency_replayed: false,
    }),
  ]);
}
