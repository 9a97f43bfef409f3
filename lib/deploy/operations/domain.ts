import type { Resource } from '#lib/deploy/template.ts';

/** An API's own name, and its mapping to the API's stage; and the outputs that DNS needs. */
export function domainResources(id: string, name: string, certificate: string, api: { api: string; stage: string }) {
  const resources: Record<string, Resource> = {
    [id]: {
      Type: 'AWS::ApiGatewayV2::DomainName',
      Properties: {
        DomainName: name,
        DomainNameConfigurations: [
          { CertificateArn: certificate, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
        ],
      },
    },
    [`${id}Mapping`]: {
      Type: 'AWS::ApiGatewayV2::ApiMapping',
      Properties: { ApiId: { Ref: api.api }, DomainName: { Ref: id }, Stage: { Ref: api.stage } },
    },
  };
  const outputs = {
    [`${id}Target`]: {
      Description: `What the DNS name ${name} must be an alias of`,
      Value: { 'Fn::GetAtt': [id, 'RegionalDomainName'] },
    },
  };
  return { resources, outputs };
}
