import { call, definition } from './definitions.ts';
import { all, pass } from './parts.ts';

/** Definitions that the language itself does not allow, with the place and reason that a refusal names. */
export const AGAINST_THE_LANGUAGE: Record<string, [text: string, reason: string]> = {
  'an unknown top-level field': [definition({ A: pass() }, { Foo: 1 }), '/Foo: is not supported here'],
  'no states': [definition({}), '/StartAt: is required'],
  'an unknown state type': [
    definition({ A: { Type: 'Activity', End: true } }),
    '/States/A/Type: must be one of Task, ',
  ],
  'a state type by another name': [definition({ A: { Type: 'constructor' } }), '/States/A/Type: must be one of'],
  'Retry where nothing fails': [definition({ A: pass({ Retry: [all] }) }), '/States/A/Retry: is not supported here'],
  'a catcher to nowhere': [
    definition({ A: call('f', { Catch: [{ ...all, Next: 'B' }] }) }),
    "/States/A/Catch/0/Next: there is no state 'B'",
  ],
  'a missing start': [definition({ A: pass() }, { StartAt: 'B' }), "/StartAt: there is no state 'B'"],
  'a missing target': [definition({ A: pass({ Next: 'B' }) }), "/States/A/Next: there is no state 'B'"],
  'a state that nothing reaches': [definition({ A: pass(), B: pass() }), '/States/B: cannot be reached'],
  'a graph without an end': [definition({ A: pass({ Next: 'A' }) }), '/States: has no state that ends it'],
  'neither Next nor End': [definition({ A: { Type: 'Pass' }, B: pass() }), '/States/A: must have either Next or End'],
  'a Wait for nothing': [
    definition({ A: { Type: 'Wait', End: true } }),
    '/States/A: must have either Seconds or Timestamp',
  ],
  'no choices': [definition({ A: { Type: 'Choice', Choices: [] } }), '/States/A/Choices: must be a list'],
  'a condition that is no expression': [
    definition({ A: { Type: 'Choice', Choices: [{ Condition: 'true', Next: 'B' }] }, B: pass() }),
    '/States/A/Choices/0/Condition: must be a JSONata expression',
  ],
  'an expression that does not parse': [
    definition({ A: pass({ Output: '{% 1 + %}' }) }),
    '/States/A/Output: is not valid JSONata',
  ],
};
