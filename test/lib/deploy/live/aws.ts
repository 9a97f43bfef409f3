// biome-ignore lint/suspicious/noExplicitAny: inputs and replies of many commands
type Any = any;

/**
 * A client of the AWS SDK that answers commands by their names, and the commands that changed something, in order.
 * A command without an answer is an error.
 */
export function aws(answers: Record<string, (input: Any) => object>): { client: Any; changes: [string, object][] } {
  const changes: [string, object][] = [];
  const client = {
    config: {},
    send: async (command: { readonly input: object; readonly constructor: { readonly name: string } }) => {
      const name = command.constructor.name.replace(/Command$/, '');
      const answer = answers[name];
      if (!answer) throw new Error(`nothing answers ${name}`);
      if (!/^(Describe|Get|List)/.test(name)) changes.push([name, command.input]);
      return answer(command.input);
    },
  };
  return { client, changes };
}
