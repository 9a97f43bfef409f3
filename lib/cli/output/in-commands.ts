import { commandOf } from '#lib/cli/table/commands.ts';
import { routes } from '#lib/generated/client/routes.ts';

/** A sentence of the API with its routes and parameters as the commands and flags that stand for them here. */
export function inCommands(sentence: string): string {
  return sentence
    .replaceAll(/\bsee ([A-Z]{3,6} \/[^\s,;)]{1,200})/g, (whole, route: string) => {
      const command = commandOfRoute(route);
      return command === undefined ? whole : `see ${command}`;
    })
    .replaceAll(/(?:\?|PATCH )?(?<![.\w])([a-z_]{1,40})=(true|false)\b/g, (_, field: string, value: string) => {
      const flag = field.replaceAll('_', '-');
      return value === 'true' ? `--${flag}` : `--no-${flag}`;
    });
}

function commandOfRoute(route: string): string | undefined {
  // A list's route also has the field of its items.
  const operation = Object.entries(routes).find(([, one]) => one === route || one.startsWith(`${route} `))?.[0];
  const command = commandOf(operation);
  return command && `svc ${command.noun} ${command.verb}`;
}
