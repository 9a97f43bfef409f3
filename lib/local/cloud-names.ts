/** Names of the cloud for this laptop. They are never sent anywhere. */
export const REGION = 'ap-south-1';
export const ACCOUNT = '000000000000';

export const functionArn = (name: string) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;
export const machineArn = (name: string) => `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${name}`;
