package looks

// A Shape is the form of the keys that a service gives out. Its start and its
// length are chosen so that a hash, a UUID or a name of a CSS class fits none.
type Shape struct {
	Start string
	Class func(byte) bool // the characters after the start
	Least int             // how many of them at least
	Exact bool            // no more than Least
	Mixed bool            // 16 letters and digits in a row among the first 64, with a digit
	Loose int             // how many are enough where the key is a whole value; 0: Least
	Of    string          // whose key it is
	From  string          // where the form is described: a public scanner's rule, or the service's own documentation
}

// Shapes are the keys that are known by their form, wherever they stand in a text.
// Forms without a start of their own are in Key alone. The sources are rules of
// gitleaks (config/gitleaks.toml) and detectors of trufflehog (pkg/detectors).
func Shapes() []Shape {
	return append(append(models(), code()...), append(clouds(), business()...)...)
}

// models are keys of services that run models, or that agents' tools are made of.
func models() []Shape {
	return []Shape{
		{Start: "sk-", Class: isToken, Least: 20, Mixed: true, Loose: 8, Of: "OpenAI, Anthropic, DeepSeek, OpenRouter, Langfuse", From: "gitleaks openai-api-key, anthropic-api-key; trufflehog deepseek, langfuse"},
		{Start: "sk_", Class: isHex, Least: 48, Exact: true, Of: "ElevenLabs", From: "trufflehog elevenlabs/v2"},
		{Start: "ABSK", Class: isBase64, Least: 109, Of: "Amazon Bedrock", From: "gitleaks aws-amazon-bedrock-api-key-long-lived"},
		{Start: "AIza", Class: isToken, Least: 35, Loose: 8, Of: "Google", From: "gitleaks gcp-api-key"},
		{Start: "apify_api_", Class: isToken, Least: 36, Of: "Apify", From: "trufflehog apify"},
		{Start: "api_org_", Class: isAlnum, Least: 34, Of: "Hugging Face organization", From: "gitleaks huggingface-organization-api-token"},
		{Start: "bedrock-api-key-", Class: isBase64, Least: 28, Of: "Amazon Bedrock", From: "gitleaks aws-amazon-bedrock-api-key-short-lived"},
		{Start: "gsk_", Class: isAlnum, Least: 52, Of: "Groq", From: "trufflehog groq"},
		{Start: "hf_", Class: isAlnum, Least: 30, Of: "Hugging Face", From: "gitleaks huggingface-access-token"},
		{Start: "lsv2_pt_", Class: isWord, Least: 43, Of: "LangSmith", From: "trufflehog langsmith"},
		{Start: "lsv2_sk_", Class: isWord, Least: 43, Of: "LangSmith", From: "trufflehog langsmith"},
		{Start: "nvapi-", Class: isToken, Least: 64, Of: "NVIDIA", From: "trufflehog nvapi"},
		{Start: "pcsk_", Class: isWord, Least: 60, Of: "Pinecone", From: "trufflehog pinecone"},
		{Start: "phx_", Class: isWord, Least: 43, Of: "PostHog", From: "trufflehog posthog"},
		{Start: "pplx-", Class: isAlnum, Least: 48, Of: "Perplexity", From: "gitleaks perplexity-api-key"},
		{Start: "r8_", Class: isToken, Least: 37, Of: "Replicate", From: "trufflehog replicate"},
		{Start: "tvly-", Class: isToken, Least: 28, Mixed: true, Of: "Tavily", From: "Tavily's API reference"},
		{Start: "xai-", Class: isWord, Least: 80, Of: "xAI", From: "trufflehog xai"},
		{Start: "ya29.", Class: isToken, Least: 20, Loose: 8, Of: "Google OAuth", From: "trufflehog googleoauth2"},
	}
}

// code are keys of forges, package registries and builds.
func code() []Shape {
	all := []Shape{
		{Start: "ATATT3", Class: isSigned, Least: 100, Of: "Atlassian", From: "trufflehog atlassian"},
		{Start: "ATCTT3", Class: isSigned, Least: 50, Of: "Atlassian", From: "trufflehog atlassian/v2"},
		{Start: "BBDC-", Class: isSigned, Least: 40, Of: "Bitbucket Data Center", From: "trufflehog atlassian"},
		{Start: "bkua_", Class: isAlnum, Least: 40, Of: "Buildkite", From: "trufflehog buildkite/v2"},
		{Start: "CCIPAT_", Class: isWord, Least: 63, Of: "CircleCI", From: "trufflehog circleci/v2"},
		{Start: "CLOJARS_", Class: isAlnum, Least: 60, Of: "Clojars", From: "gitleaks clojars-api-token"},
		{Start: "GR1348941", Class: isToken, Least: 20, Of: "GitLab runner registration", From: "gitleaks gitlab-rrt"},
		{Start: "dckr_oat_", Class: isToken, Least: 32, Of: "Docker Hub", From: "trufflehog dockerhub/v2"},
		{Start: "dckr_pat_", Class: isToken, Least: 27, Of: "Docker Hub", From: "trufflehog dockerhub/v2"},
		{Start: "github_pat_", Class: isWord, Least: 30, Loose: 8, Of: "GitHub", From: "gitleaks github-fine-grained-pat"},
		{Start: "npm_", Class: isAlnum, Least: 36, Loose: 8, Of: "npm", From: "gitleaks npm-access-token"},
		{Start: "pnu_", Class: isAlnum, Least: 36, Of: "Prefect", From: "gitleaks prefect-api-token"},
		{Start: "pul-", Class: isHex, Least: 40, Of: "Pulumi", From: "gitleaks pulumi-api-token"},
		{Start: "pypi-Ag", Class: isToken, Least: 50, Loose: 8, Of: "PyPI", From: "gitleaks pypi-upload-token"},
		{Start: "rdme_", Class: isAlnum, Least: 70, Of: "ReadMe", From: "gitleaks readme-api-token"},
		{Start: "rubygems_", Class: isHex, Least: 48, Of: "RubyGems", From: "gitleaks rubygems-api-token"},
		{Start: "sgp_", Class: isWord, Least: 40, Of: "Sourcegraph", From: "gitleaks sourcegraph-access-token"},
		{Start: "sntrys_", Class: isSigned, Least: 40, Of: "Sentry organization", From: "gitleaks sentry-org-token"},
		{Start: "sntryu_", Class: isHex, Least: 64, Of: "Sentry", From: "gitleaks sentry-user-token"},
		{Start: "sqco_", Class: isAlnum, Least: 59, Of: "SonarQube Cloud", From: "trufflehog sonarcloud/v2"},
	}
	for _, kind := range "pousr" {
		all = append(all, Shape{Start: "gh" + string(kind) + "_", Class: isAlnum, Least: 30, Loose: 8, Of: "GitHub", From: "gitleaks github-pat, github-oauth, github-app-token, github-refresh-token"})
	}
	for _, kind := range []string{"glpat-", "gldt-", "glrt-", "glft-", "glffct-", "glsoat-", "glimt-", "glagent-", "gloas-", "glptt-", "glcbt-"} {
		all = append(all, Shape{Start: kind, Class: isToken, Least: 20, Loose: 8, Of: "GitLab", From: "gitleaks gitlab-pat and its kin"})
	}
	return all
}

// clouds are keys of clouds, databases and what watches them.
func clouds() []Shape {
	all := []Shape{
		{Start: "AGE-SECRET-KEY-1", Class: isUpper, Least: 58, Of: "age", From: "gitleaks age-secret-key"},
		{Start: "AKCp", Class: isAlnum, Least: 69, Of: "Artifactory", From: "gitleaks artifactory-api-key"},
		{Start: "HRKU-AA", Class: isToken, Least: 58, Of: "Heroku", From: "gitleaks heroku-api-key-v2"},
		{Start: "LTAI", Class: isAlnum, Least: 20, Exact: true, Mixed: true, Of: "Alibaba Cloud", From: "gitleaks alibaba-access-key-id"},
		{Start: "cfat_", Class: isAlnum, Least: 48, Of: "Cloudflare account", From: "trufflehog cloudflareapitoken/v2"},
		{Start: "cfut_", Class: isAlnum, Least: 48, Of: "Cloudflare", From: "trufflehog cloudflareapitoken/v2"},
		{Start: "dapi", Class: isHex, Least: 32, Of: "Databricks", From: "gitleaks databricks-api-token"},
		{Start: "dp.pt.", Class: isAlnum, Least: 43, Of: "Doppler", From: "gitleaks doppler-api-token"},
		{Start: "dt0c01.", Class: isDotted, Least: 89, Of: "Dynatrace", From: "gitleaks dynatrace-api-token"},
		{Start: "fm1a_", Class: isBase64, Least: 100, Of: "Fly.io", From: "gitleaks flyio-access-token"},
		{Start: "fm1r_", Class: isBase64, Least: 100, Of: "Fly.io", From: "gitleaks flyio-access-token"},
		{Start: "fm2_", Class: isBase64, Least: 100, Of: "Fly.io", From: "gitleaks flyio-access-token"},
		{Start: "fo1_", Class: isToken, Least: 43, Of: "Fly.io", From: "gitleaks flyio-access-token"},
		{Start: "glc_", Class: isBase64, Least: 32, Of: "Grafana Cloud", From: "gitleaks grafana-cloud-api-token"},
		{Start: "glsa_", Class: isWord, Least: 41, Of: "Grafana", From: "gitleaks grafana-service-account-token"},
		{Start: "hvb.", Class: isToken, Least: 138, Of: "HashiCorp Vault", From: "gitleaks vault-batch-token"},
		{Start: "hvs.", Class: isToken, Least: 90, Of: "HashiCorp Vault", From: "gitleaks vault-service-token"},
		{Start: "ico-", Class: isAlnum, Least: 32, Mixed: true, Of: "Infracost", From: "gitleaks infracost-api-token"},
		{Start: "nfp_", Class: isWord, Least: 36, Of: "Netlify", From: "trufflehog netlify/v2"},
		{Start: "ops_eyJ", Class: isBase64, Least: 250, Of: "1Password", From: "gitleaks 1password-service-account-token"},
		{Start: "pscale_oauth_", Class: isDotted, Least: 32, Of: "PlanetScale", From: "gitleaks planetscale-oauth-token"},
		{Start: "pscale_pw_", Class: isDotted, Least: 32, Of: "PlanetScale", From: "gitleaks planetscale-password"},
		{Start: "pscale_tkn_", Class: isDotted, Least: 32, Of: "PlanetScale", From: "gitleaks planetscale-api-token"},
		{Start: "sbp_", Class: isAlnum, Least: 40, Of: "Supabase", From: "trufflehog supabasetoken"},
		{Start: "sha256~", Class: isToken, Least: 43, Of: "OpenShift", From: "gitleaks openshift-user-token"},
		{Start: "tk-us-", Class: isToken, Least: 48, Of: "Scalingo", From: "gitleaks scalingo-api-token"},
		{Start: "tskey-", Class: isToken, Least: 20, Mixed: true, Of: "Tailscale", From: "trufflehog tailscale"},
		{Start: "v1.0-", Class: isToken, Least: 171, Of: "Cloudflare origin", From: "gitleaks cloudflare-origin-ca-key"},
	}
	for _, kind := range []string{"AKIA", "ASIA", "ABIA", "ACCA"} {
		all = append(all, Shape{Start: kind, Class: isUpper, Least: 16, Exact: true, Loose: 8, Of: "Amazon Web Services", From: "gitleaks aws-access-token"})
	}
	for _, kind := range []string{"dop_v1_", "doo_v1_", "dor_v1_"} {
		all = append(all, Shape{Start: kind, Class: isHex, Least: 64, Of: "DigitalOcean", From: "gitleaks digitalocean-pat, digitalocean-access-token, digitalocean-refresh-token"})
	}
	return all
}

// business are keys of services for payment, mail, chat and work.
func business() []Shape {
	all := []Shape{
		{Start: "CFPAT-", Class: isToken, Least: 43, Of: "Contentful", From: "trufflehog contentfulpersonalaccesstoken"},
		{Start: "EZAK", Class: isAlnum, Least: 54, Of: "EasyPost", From: "gitleaks easypost-api-token"},
		{Start: "EZTK", Class: isAlnum, Least: 54, Of: "EasyPost", From: "gitleaks easypost-test-api-token"},
		{Start: "FLWSECK_TEST-", Class: isToken, Least: 12, Of: "Flutterwave", From: "gitleaks flutterwave-secret-key, flutterwave-encryption-key"},
		{Start: "PMAK-", Class: isToken, Least: 59, Of: "Postman", From: "gitleaks postman-api-token"},
		{Start: "SG.", Class: isDotted, Least: 60, Of: "SendGrid", From: "gitleaks sendgrid-api-token"},
		{Start: "duffel_live_", Class: isToken, Least: 43, Of: "Duffel", From: "gitleaks duffel-api-token"},
		{Start: "duffel_test_", Class: isToken, Least: 43, Of: "Duffel", From: "gitleaks duffel-api-token"},
		{Start: "figd_", Class: isToken, Least: 40, Of: "Figma", From: "trufflehog figmapersonalaccesstoken/v2"},
		{Start: "fio-u-", Class: isToken, Least: 64, Of: "Frame.io", From: "gitleaks frameio-api-token"},
		{Start: "lin_api_", Class: isAlnum, Least: 40, Of: "Linear", From: "gitleaks linear-api-key"},
		{Start: "ntn_", Class: isAlnum, Least: 46, Of: "Notion", From: "gitleaks notion-api-token"},
		{Start: "p8e-", Class: isAlnum, Least: 32, Mixed: true, Of: "Adobe", From: "gitleaks adobe-client-secret"},
		{Start: "pat-eu1-", Class: isToken, Least: 36, Of: "HubSpot", From: "trufflehog hubspot_apikey/v2"},
		{Start: "pat-na1-", Class: isToken, Least: 36, Of: "HubSpot", From: "trufflehog hubspot_apikey/v2"},
		{Start: "shippo_live_", Class: isHex, Least: 40, Of: "Shippo", From: "gitleaks shippo-api-token"},
		{Start: "shippo_test_", Class: isHex, Least: 40, Of: "Shippo", From: "gitleaks shippo-api-token"},
		{Start: "sm_aat_", Class: isAlnum, Least: 16, Of: "SettleMint", From: "gitleaks settlemint-application-access-token"},
		{Start: "sm_pat_", Class: isAlnum, Least: 16, Of: "SettleMint", From: "gitleaks settlemint-personal-access-token"},
		{Start: "sm_sat_", Class: isAlnum, Least: 16, Of: "SettleMint", From: "gitleaks settlemint-service-access-token"},
		{Start: "sq0atp-", Class: isToken, Least: 22, Of: "Square", From: "gitleaks square-access-token"},
		{Start: "sq0csp-", Class: isToken, Least: 40, Of: "Square", From: "trufflehog squareapp"},
		{Start: "whsec_", Class: isAlnum, Least: 16, Of: "Stripe webhook", From: "Stripe's webhook documentation"},
		{Start: "xapp-", Class: isToken, Least: 20, Loose: 8, Of: "Slack", From: "gitleaks slack-app-token"},
		{Start: "xkeysib-", Class: isToken, Least: 81, Of: "Brevo", From: "gitleaks sendinblue-api-token"},
	}
	for _, kind := range "abprsoe" {
		all = append(all, Shape{Start: "xox" + string(kind) + "-", Class: isToken, Least: 10, Loose: 8, Of: "Slack", From: "gitleaks slack-bot-token and its kin"})
	}
	for _, kind := range []string{"shpat_", "shpca_", "shppa_", "shpss_"} {
		all = append(all, Shape{Start: kind, Class: isHex, Least: 32, Of: "Shopify", From: "gitleaks shopify-access-token and its kin"})
	}
	for _, kind := range []string{"sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"} {
		all = append(all, Shape{Start: kind, Class: isAlnum, Least: 10, Of: "Stripe", From: "gitleaks stripe-access-token"})
	}
	return all
}

func isUpper(b byte) bool  { return b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' }
func isAlnum(b byte) bool  { return isUpper(b) || b >= 'a' && b <= 'z' }
func isHex(b byte) bool    { return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F' }
func isWord(b byte) bool   { return isAlnum(b) || b == '_' }
func isToken(b byte) bool  { return isWord(b) || b == '-' }
func isDotted(b byte) bool { return isToken(b) || b == '.' || b == '=' }
func isBase64(b byte) bool { return isAlnum(b) || b == '+' || b == '/' || b == '=' }
func isSigned(b byte) bool { return isBase64(b) || b == '_' || b == '-' }
