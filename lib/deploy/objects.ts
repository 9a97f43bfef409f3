import { readdirSync } from 'node:fs';
import { ObjectSettingsError, objectEngines, objectSettings } from '#lib/model/storage/object-settings.ts';
import { DeployError } from './template.ts';

const parts = readdirSync(new URL('./objects', import.meta.url));

/** The engines that have a file in the folder `objects`. */
const deployable = objectEngines.filter((name) => parts.includes(`${name}.yml`));
const parameters = 'parameters: objectEngine, s3Url, objectRegion, objectAddressing, bucketPrefix';

/**
 * Checks the settings of the object engine. Throws DeployError for an engine that cannot be deployed, for settings that
 * the functions would refuse, and for a prefix that would include the bucket of this stack's code. A value that the
 * stack makes, and that is known later, counts as set.
 */
export function checkObjects(environment: Readonly<Record<string, unknown>>, stack: string): void {
  const engine = environment.SVC_OBJECT_ENGINE;
  if (!engine) return;
  if (!deployable.includes(String(engine))) {
    const allowed = `${deployable.join(', ')} (leave it out for no object storage)`;
    throw new DeployError(`objectEngine: "${engine}" is not one of ${allowed}`);
  }
  const known = Object.entries(environment).map(([name, value]) => [name, typeof value === 'string' ? value : made]);
  try {
    objectSettings(Object.fromEntries(known));
  } catch (error) {
    if (!(error instanceof ObjectSettingsError)) throw error;
    throw new DeployError(`object storage: ${error.message} (${parameters})`);
  }
  const prefix = environment.SVC_OBJECT_BUCKET_PREFIX;
  const deployment = `${stack}-serverlessdeploymentbucket-`;
  if (typeof prefix === 'string' && deployment.startsWith(prefix)) {
    throw new DeployError(`bucketPrefix: "${prefix}" is what the deployment's own bucket begins with (${deployment}…)`);
  }
}

const made = 'https://made.by.the.stack';
