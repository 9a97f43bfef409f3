import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The `functions` of serverless.yml: every `functions.yml`, by its folder. The framework reads each of them. */
export const functions = globSync('{functions,statemachines}/**/functions.yml', { cwd: root })
  .sort()
  .map((file) => `\${file(${file})}`);
