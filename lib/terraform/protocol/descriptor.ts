/** The part of Terraform's plugin protocol 6 that is served, as protobuf has it. */
export const descriptor = `
syntax = "proto3";
package tfplugin6;
message Empty {}
message DynamicValue { bytes msgpack = 1; bytes json = 2; }
message Step { oneof selector { string attribute_name = 1; string element_key_string = 2; int64 element_key_int = 3; } }
message AttributePath { repeated Step steps = 1; }
message Diagnostic { int32 severity = 1; string summary = 2; string detail = 3; AttributePath attribute = 4; }
message Attribute {
  string name = 1; bytes type = 2; string description = 3; bool required = 4; bool optional = 5; bool computed = 6;
  bool sensitive = 7; int32 description_kind = 8; bool deprecated = 9; Object nested_type = 10; bool write_only = 11;
}
message Object { repeated Attribute attributes = 1; int32 nesting = 3; }
message Block { int64 version = 1; repeated Attribute attributes = 2; string description = 4; int32 description_kind = 5; }
message Schema { int64 version = 1; Block block = 2; }
message ServerCapabilities { bool plan_destroy = 1; bool get_provider_schema_optional = 2; bool move_resource_state = 3; }
message GetProviderSchemaReply {
  Schema provider = 1; map<string, Schema> resource_schemas = 2; map<string, Schema> data_source_schemas = 3;
  repeated Diagnostic diagnostics = 4; ServerCapabilities server_capabilities = 6;
}
message ValidateProviderConfigRequest { DynamicValue config = 1; }
message ValidateProviderConfigReply { repeated Diagnostic diagnostics = 2; }
message ConfigureProviderRequest { string terraform_version = 1; DynamicValue config = 2; }
message ConfigureProviderReply { repeated Diagnostic diagnostics = 1; }
message ValidateResourceConfigRequest { string type_name = 1; DynamicValue config = 2; }
message ValidateResourceConfigReply { repeated Diagnostic diagnostics = 1; }
message RawState { bytes json = 1; }
message UpgradeResourceStateRequest { string type_name = 1; int64 version = 2; RawState raw_state = 3; }
message UpgradeResourceStateReply { DynamicValue upgraded_state = 1; repeated Diagnostic diagnostics = 2; }
message ReadResourceRequest { string type_name = 1; DynamicValue current_state = 2; bytes private = 3; }
message ReadResourceReply { DynamicValue new_state = 1; repeated Diagnostic diagnostics = 2; bytes private = 3; }
message PlanResourceChangeRequest {
  string type_name = 1; DynamicValue prior_state = 2; DynamicValue proposed_new_state = 3; DynamicValue config = 4;
  bytes prior_private = 5;
}
message PlanResourceChangeReply {
  DynamicValue planned_state = 1; repeated AttributePath requires_replace = 2; bytes planned_private = 3;
  repeated Diagnostic diagnostics = 4;
}
message ApplyResourceChangeRequest {
  string type_name = 1; DynamicValue prior_state = 2; DynamicValue planned_state = 3; DynamicValue config = 4;
  bytes planned_private = 5;
}
message ApplyResourceChangeReply { DynamicValue new_state = 1; bytes private = 2; repeated Diagnostic diagnostics = 3; }
message ImportResourceStateRequest { string type_name = 1; string id = 2; }
message ImportedResource { string type_name = 1; DynamicValue state = 2; bytes private = 3; }
message ImportResourceStateReply { repeated ImportedResource imported_resources = 1; repeated Diagnostic diagnostics = 2; }
message MoveResourceStateRequest {
  string source_provider_address = 1; string source_type_name = 2; RawState source_state = 4; string target_type_name = 5;
}
message MoveResourceStateReply { DynamicValue target_state = 1; repeated Diagnostic diagnostics = 2; }
message ReadDataSourceRequest { string type_name = 1; DynamicValue config = 2; }
message ReadDataSourceReply { DynamicValue state = 1; repeated Diagnostic diagnostics = 2; }
message StopProviderReply { string Error = 1; }
`;
