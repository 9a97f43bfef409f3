import { DeployError, type Resource } from './template.ts';

/** Properties by which AWS refuses to delete a resource, CloudFormation too. */
const protections = ['DeletionProtection', 'DeletionProtectionEnabled', 'EnableTerminationProtection'];

/**
 * Throws DeployError for a resource that a failed first deployment would leave behind: its name would then be taken
 * when the deployment is tried again. CloudFormation deletes what it has just made, but not what is to be retained in
 * any case, nor what is protected from deletion. Secrets it deletes at once, without the days in which a name is kept.
 */
export function refuseLeftovers(resources: Readonly<Record<string, Resource>>): void {
  for (const [id, { DeletionPolicy, Properties = {} }] of Object.entries(resources)) {
    if (DeletionPolicy === 'Retain' || DeletionPolicy === 'Snapshot') {
      throw new DeployError(
        `${id}: DeletionPolicy ${DeletionPolicy} leaves it behind when a first deployment fails (RetainExceptOnCreate does not)`,
      );
    }
    const protection = protections.find((name) => Properties[name] !== undefined && Properties[name] !== false);
    if (protection !== undefined) {
      throw new DeployError(
        `${id}: ${protection} leaves it behind when a first deployment fails (lib/deploy/live protects the table once it is deployed)`,
      );
    }
  }
}
