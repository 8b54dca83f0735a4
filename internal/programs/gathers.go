package programs

import (
	"path"
	"slices"
	"strings"
)

// Gathers reports whether a program loads code, or settings that start something, from the folder
// that it runs in.
func Gathers(name string) bool {
	return slices.Contains([]string{
		"git", "hub", "hg",
		"npm", "npx", "pnpm", "pnpx", "yarn", "bunx", "corepack", "vitest", "jest", "mocha", "ava", "playwright", "cypress", "eslint", "prettier", "stylelint", "webpack", "vite", "rollup", "babel", "esbuild", "tsc", "turbo", "nx", "lerna", "husky", "lint-staged", "commitlint",
		"go", "cargo", "dotnet", "cmake", "ninja", "meson", "bazel", "scons", "mvn", "mvnw", "gradlew", "ant", "sbt", "mix", "dune", "stack", "cabal", "zig", "flutter", "dart", "xcodebuild", "make", "gmake", "just", "task", "mage", "rake", "invoke",
		"gulp", "grunt", "celery", "locust", "robot", "pabot", "streamlit", "chainlit", "gradio", "rackup", "puma", "thin", "unicorn",
		"pytest", "py.test", "tox", "nox", "mypy", "ruff", "pylint", "flake8", "black", "isort", "unittest", "pip", "pip3", "pipx", "uv", "uvx", "poetry", "pipenv", "hatch", "pdm", "rye", "pre-commit", "sphinx-build", "mkdocs", "flask", "django-admin", "gunicorn", "uvicorn", "alembic",
		"bundle", "rails", "rspec", "composer", "phpunit", "docker", "docker-compose", "podman", "podman-compose", "terraform", "tofu", "helm", "kubectl", "ansible-playbook", "direnv", "mise", "asdf", "run-parts", "nix", "vercel", "netlify", "wrangler", "serverless", "pulumi", "cdk", "sam",
	}, name)
}

// IsData reports whether a file that is written, by the name that the author gives it, is no code that
// a program would load which runs beside it. by is that program, or the name of a script.
func IsData(name, by string) bool {
	at := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	base := path.Base(at)
	parts := strings.Split(at, "/")
	if at == "/dev/null" || at == "/dev/stdout" || at == "/dev/stderr" {
		return true
	}
	if by == "git" || by == "hub" || by == "hg" {
		return !strings.HasPrefix(at, "~") && !slices.ContainsFunc(parts, func(part string) bool {
			return len(part) > 2 && part[0] == '.' || slices.Contains([]string{"hooks", "config", "HEAD", "info"}, part) || strings.HasPrefix(part, "lefthook")
		})
	}
	if slices.ContainsFunc(parts, func(part string) bool { return part != "." && part != ".." && strings.HasPrefix(part, ".") }) || strings.HasPrefix(at, "~") {
		return false
	}
	switch base {
	case "requirements.txt", "constraints.txt", "CMakeLists.txt", "package.json", "package-lock.json", "composer.json", "deno.json", "pom.xml", "build.xml", "docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml":
		return false
	case "VERSION", "CHANGELOG", "NOTES", "README", "AUTHORS", "TODO", "LICENSE":
		return true
	}
	ext := strings.ToLower(path.Ext(base))
	if slices.Contains([]string{".txt", ".md", ".markdown", ".rst", ".log", ".csv", ".tsv", ".out", ".err", ".html", ".htm", ".css", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".patch", ".diff", ".jsonl", ".ndjson", ".sql", ".gz", ".tar", ".tgz", ".zip"}, ext) {
		return true
	}
	return !Gathers(by) && slices.Contains([]string{".json", ".xml", ".yaml", ".yml"}, ext)
}
