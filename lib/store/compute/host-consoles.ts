import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { create, remove, type Write } from '#lib/store/platform/write.ts';
import type { hostConsole } from './host-consoles.entity.ts';

/** A console that a host has open. */
export type HostConsole = Stored<typeof hostConsole>;

export const putHostConsole = (one: HostConsole): Write => create({ ...keys.hostConsole(one.host_id, one.id), ...one });

export const getHostConsole = (host: string, id: string) => get(keys.hostConsole(host, id));

export const removeHostConsole = (host: string, id: string): Write =>
  remove(keys.hostConsole(host, id), [['pk', 'exists']]);
