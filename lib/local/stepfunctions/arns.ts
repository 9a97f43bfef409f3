import { ServiceError } from './errors.ts';

/** Builds and reads the ARNs of one region and account. */
export class Arns {
  readonly #prefix: string;

  constructor(region: string, accountId: string) {
    this.#prefix = `arn:aws:states:${region}:${accountId}`;
  }

  /** The ARN of a state machine. */
  machine(name: string): string {
    return `${this.#prefix}:stateMachine:${name}`;
  }

  /** The ARN of an execution. */
  execution(machine: string, name: string): string {
    return `${this.#prefix}:execution:${machine}:${name}`;
  }

  /** The name in a state machine's ARN, or undefined when it is of another account or a version; throws InvalidArn. */
  machineName(arn: string): string | undefined {
    const parts = split(arn, 'stateMachine', 7);
    return parts.length === 7 && arn === this.machine(parts[6] ?? '') ? parts[6] : undefined;
  }

  /** Machine and name in an execution's ARN, or undefined when it is of another account; throws InvalidArn. */
  executionName(arn: string): { machine: string; name: string } | undefined {
    const [, , , , , , machine = '', name = ''] = split(arn, 'execution', 8);
    return arn === this.execution(machine, name) ? { machine, name } : undefined;
  }
}

function split(arn: string, kind: string, length: number): string[] {
  const parts = arn.split(':');
  const isOne = parts[0] === 'arn' && parts[2] === 'states' && parts[5] === kind && parts.length >= length;
  if (!isOne) throw new ServiceError('InvalidArn', `Invalid Arn: '${arn}'`);
  return parts;
}
