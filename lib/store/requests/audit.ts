import { keys } from '#lib/store/keys.ts';
import { put, type Write } from '#lib/store/write.ts';

/** One line of an account's audit log (contract 2): who, how, what, from where, with what outcome; never a body. */
export interface AuditRecord {
  id: string;
  account_id: string;
  at: string;
  actor: { type: string; id: string; name: string; access_key_id: string | null };
  service: string;
  method: string;
  path: string;
  action: string;
  resource: string;
  status: number;
  request_id: string;
  source_ip: string;
  user_agent: string;
  idempotency_replayed: boolean;
}

export const writeAudit = (record: AuditRecord): Write =>
  put({ ...keys.audit(record.account_id, record.id), ...record });
