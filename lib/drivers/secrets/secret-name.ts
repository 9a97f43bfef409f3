/** Whether a setting names a secret of AWS Secrets Manager: by its ARN, since a name could be anything else. */
export const isSecret = (setting: string): boolean => /^arn:[\w-]+:secretsmanager:/.test(setting);
