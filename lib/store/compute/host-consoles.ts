import type { Principal } from '#lib/model/platform/principal.ts';
import type { SourceMachine } from '#lib/model/platform/source.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { create, remove, type Write } from '#lib/store/platform/write.ts';
import type { TicketRecord } from './tickets.ts';

/** A console that a host has open. */
export interface HostConsole {
  host_id: string;
  id: string;
  instance_id: string;
  /** What it depends on, and who opened it. */
  grant: TicketRecord['grant'];
  principal: Pick<Principal, 'type' | 'id' | 'name' | 'access_key_id' | 'account_id'>;
  path: string;
  source_ip: string;
  /** The machine that it was opened from; absent for one from outside. */
  inside?: SourceMachine | null;
  user_agent: string;
  /** Unix seconds after which the table may delete it. */
  ttl: number;
}

declare module '#lib/store/records.ts' {
  interface Records {
    hostConsole: HostConsole;
  }
}

export const putHostConsole = (one: HostConsole): Write => create({ ...keys.hostConsole(one.host_id, one.id), ...one });

export const getHostConsole = (host: string, id: string) => get(keys.hostConsole(host, id));

export const removeHostConsole = (host: string, id: string): Write =>
  remove(keys.hostConsole(host, id), [['pk', 'exists']]);
