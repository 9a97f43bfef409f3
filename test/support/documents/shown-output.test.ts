import { expect, test } from 'vitest';
import { notShown } from './shown-output.ts';

const output = 'NAME  STATUS\nweb   running  10.20.1.7\napp   stopped  10.20.1.9\n';

test.each([
  ['the same lines', 'NAME STATUS\nweb running 10.20.1.7', []],
  ['some of the lines', 'web   running  10.20.1.7', []],
  ['parts of lines', 'web running 10.…\n…stopped…', []],
  ['a line that did not come', 'NAME STATUS\nweb stopped 10.…', ['web stopped 10.…']],
  ['lines in another order', 'app stopped 10.20.1.9\nNAME STATUS', ['NAME STATUS']],
  ['a part of a line without a mark', 'web running', ['web running']],
  ['parts that overlap', 'web running 10.20.1.7…1.7', ['web running 10.20.1.7…1.7']],
])('%s', (_what, shown, missing) => {
  expect(notShown(shown, output)).toEqual(missing);
});
