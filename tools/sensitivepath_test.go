package tools

import "testing"

func TestSensitivePath(t *testing.T) {
	for path, want := range map[string]bool{
		"/home/kim/.docker/config.json": true, ".docker/config.json": true, "my.docker/config.json": false, "docker/config.json": false, "config.json": false,
		"/home/kim/.kube/config": true, "/home/kim/.kube/config.d": false, ".cargo/credentials": true, ".cargo/credentials.toml": true, "/h/.config/gh/hosts.yml": true, "hosts.yml": false,
		"sub/.yarnrc.yml": true, "/h/.m2/settings.xml": true, "settings.xml": false, "/h/.azure/azureProfile.json": true, ".azure/x": true, "/srv/azure/x": false,
		".npmrc.put-aside": true, "/h/.npmrc.put-aside-2": true, "/h/.kube/config.put-aside": true, "notes.put-aside": false, ".put-aside": false,
		"/h/.config/gcloud/credentials.db": true, "/h/.terraform.d/credentials.tfrc.json": true, "/h/.ssh/id_ed25519": true, "/h/.ssh/id_ed25519.pub": false, `.AZURE/TOKENS`: true, ".env.example": false,
	} {
		if got := SensitivePath(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
