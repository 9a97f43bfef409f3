import type { Resource, Template } from '#lib/deploy/template.ts';

/** An API that is to have a name of its own: its logical id and its stage's, and the output that has its address. */
export interface Named {
  /** The logical id of the name. */
  readonly id: string;
  readonly name: string;
  readonly certificateArn: string;
  readonly api: string;
  readonly stage: string;
  readonly url: string;
}

/**
 * Gives an API its own name, and closes its other address, which would lead past whatever stands before that name. Adds
 * the output that DNS needs.
 */
export function giveName(template: Template, { id, name, certificateArn, api, stage, url }: Named): void {
  const mapping = { ApiId: { Ref: api }, DomainName: { Ref: id }, Stage: { Ref: stage } };
  Object.assign(template.Resources, {
    [id]: domain(name, certificateArn),
    [`${id}Mapping`]: { Type: 'AWS::ApiGatewayV2::ApiMapping', Properties: mapping },
  });
  const served = template.Resources[api];
  if (served) served.Properties.DisableExecuteApiEndpoint = true;
  const address = template.Outputs?.[url];
  template.Outputs = {
    ...template.Outputs,
    ...(address && { [url]: { ...address, Value: `https://${name}` } }),
    [`${id}Target`]: {
      Description: `What the DNS name ${name} must be an alias of`,
      Value: { 'Fn::GetAtt': [id, 'RegionalDomainName'] },
    },
  };
}

const domain = (DomainName: string, CertificateArn: string): Resource => ({
  Type: 'AWS::ApiGatewayV2::DomainName',
  Properties: {
    DomainName,
    DomainNameConfigurations: [{ CertificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' }],
  },
});
