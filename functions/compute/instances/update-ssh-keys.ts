import * as z from 'zod';
import { configuredInstance } from '#lib/domain/compute/instances/configured.ts';
import { updateInstanceSshKeys } from '#lib/domain/compute/instances/update-ssh-keys.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';

const sshKeyIds = z
  .array(z.string().min(1).max(64))
  .max(10)
  .transform((ids) => [...new Set(ids)])
  .describe('All SSH keys that can log in from now on.')
  .meta({ uniqueItems: true, example: ['key-01kanx7m3v5q8w2c4d6f7g9h1j'] });

/**
 * Replaces the SSH keys of an instance, also while it is running. 404 for an unknown key, 409 unless it is running or
 * stopped.
 */
export const handler = route(
  {
    name: 'updateInstanceSshKeys',
    action: 'compute:UpdateInstanceSshKeys',
    resource: ({ id }) => `instance/${id}`,
    names: { 'body.ssh_key_ids': 'ssh-key' },
    params: z.strictObject({ id: id('instance') }),
    body: z.strictObject({ ssh_key_ids: sshKeyIds }),
    versioned: true,
    dryRun: true,
    reply: instance,
    etag: 'always',
    settled: configuredInstance,
  },
  (context, { params, body }) => updateInstanceSshKeys(context, { ...params, ...body }),
);
