# What you would fill in; the key comes from the environment: TF_VAR_application_key.
location            = "westus2"
subscription_id     = "2b0c9a4d-71f3-4e58-9c26-8d5e1f3a7b90"
resource_group      = "newsroom"
media_resource      = "newsroommedia"
directory_tenant_id = "6f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f"
application_id      = "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a"
