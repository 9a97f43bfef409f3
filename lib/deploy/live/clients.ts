import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Serverless } from '#lib/deploy/framework.ts';

/** The services of AWS that a deployment asks beside CloudFormation's own work. */
export interface Clients {
  readonly gateway: Pick<ApiGatewayV2Client, 'send'>;
  readonly stacks: CloudFormationClient;
  readonly tables: DynamoDBClient;
}

/** With the credentials and the region of the deployment. */
export async function clientsOf(serverless: Serverless): Promise<Clients> {
  const config = await serverless.getProvider('aws').getAwsSdkV3Config();
  return {
    gateway: new ApiGatewayV2Client(config),
    stacks: new CloudFormationClient(config),
    tables: new DynamoDBClient(config),
  };
}
