import * as z from 'zod';
import { block, line } from './fields.ts';
import { base64Of, call, fileOf } from './words.ts';

/* cloud-init's apt module, except what needs key servers or other mirrors. */

const sourceName = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9._\-]{0,63}$/v, 'must be a name of letters, digits, . _ and -');

const source = z.strictObject({
  source: line(1024)
    .regex(/^deb(?:-src)? /v, 'must be a line that begins with deb (PPAs are not supported)')
    .optional(),
  key: block(65_536).optional(),
  filename: sourceName.optional(),
  append: z.literal(true).optional(),
});

export const apt = z.strictObject({
  preserve_sources_list: z.literal(true).optional(),
  sources: z.record(sourceName, source).default({}),
  conf: block(65_536).optional(),
  debconf_selections: z.record(sourceName, block(65_536)).default({}),
});

/** The commands that set up apt. */
export function aptOf({ sources, conf, debconf_selections }: z.infer<typeof apt>): string[] {
  return [
    ...(conf === undefined ? [] : [plain('apt conf', '/etc/apt/apt.conf.d/94cloud-init-config', conf)]),
    ...Object.entries(debconf_selections).map(([name, text]) =>
      call(`apt debconf_selections ${name}`, 'preseed', base64Of(text)),
    ),
    ...Object.entries(sources).flatMap(([name, given]) => sourceOf(name, given)),
  ];
}

function sourceOf(name: string, { source, key, filename = name }: z.infer<typeof apt>['sources'][string]): string[] {
  const what = `apt sources ${name}`;
  const own = source?.includes('$KEY_FILE') ?? false;
  const keyFile = `/etc/apt/${own ? 'cloud-init' : 'trusted'}.gpg.d/${name}.asc`;
  const list = `/etc/apt/sources.list.d/${filename.replace(/\.list$/v, '')}.list`;
  return [
    ...(key === undefined ? [] : [plain(what, keyFile, key)]),
    ...(source === undefined ? [] : [call(what, 'add_source', list, source, keyFile)]),
  ];
}

const plain = (what: string, path: string, text: string): string =>
  fileOf(what, { path, permissions: '0644', base64: base64Of(text) });
