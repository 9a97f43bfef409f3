import { expect, test } from 'vitest';
import { makeService, things } from './service.ts';

test('what cannot be packaged is refused in one line, without a stack trace', async () => {
  const wrong = makeService({
    ...things,
    'statemachines/launch-thing/functions.yml': 'other: { handler: functions/things/any.handler, access: [] }\n',
  });
  try {
    const { code, output } = await wrong.package();
    expect(code).toBe(1);
    expect(output).toContain('statemachines/launch-thing/machine.asl.yml: there is no function "launchThingBoot"');
    expect(output).not.toMatch(/\n\s+at /);
  } finally {
    wrong.remove();
  }
});
