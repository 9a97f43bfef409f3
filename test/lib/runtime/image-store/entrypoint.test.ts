import { expect, it } from 'vitest';
import { entrypointFile } from '#lib/runtime/drivers/container/entrypoint.ts';

it("says what an image's program is, a line for each word of it", () => {
  const program = { argv: ['/app', "it's\nhere", '$(x)\\n', ''], env: ['A=$B', 'B;x=1'], cwd: '/a b', user: 'app:20' };
  const [[path, text = ''] = []] = Object.entries(entrypointFile(program));
  expect(path).toBe('etc/services.d/entrypoint/program');
  expect(text.split('\n').slice(2)).toEqual([
    'user app:20',
    'folder /a b',
    'env A=$B',
    'env B;x=1',
    'arg /app',
    "arg it's\\nhere",
    'arg $(x)\\\\n',
    'arg ',
    '',
  ]);
  expect(entrypointFile({ ...program, cwd: '' })[`${path}`]).toContain('\nfolder /\n');
});
