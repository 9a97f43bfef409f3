/** The role that every machine here names. */
export const ROLE = 'arn:aws:iam::000000000000:role/workflows';
/** The two resources of a Task. */
export const INVOKE = 'arn:aws:states:::lambda:invoke';
/** The one that waits for a token. */
export const WAIT_FOR_TOKEN = `${INVOKE}.waitForTaskToken`;

/** A Task that calls a function and ends, with these members added or changed. */
export function call(name: string, more: object = {}): Record<string, unknown> {
  return {
    Type: 'Task',
    Resource: INVOKE,
    Arguments: { FunctionName: name, Payload: '{% $states.input %}' },
    Output: '{% $states.result.Payload %}',
    ...('Next' in more ? {} : { End: true }),
    ...more,
  };
}

/** A definition's text. */
export function definition(states: object, extra: object = {}): string {
  return JSON.stringify({ QueryLanguage: 'JSONata', StartAt: Object.keys(states)[0], States: states, ...extra });
}
