// The hands of the welcome space.

/** What the welcome space's other files suggest. */
export const PROPOSED = [
  {
    name: "test", description: "Runs the tests (npm run test)", argv: ["npm", "run", "test"], from: "package.json", why: "",
    json: `{"description": "Runs the tests (npm run test)", "command": ["npm", "run", "test"], "timeout": 300000}`,
  },
  {
    name: "build", description: "Builds the project (npm run build)", argv: ["npm", "run", "build"], from: "package.json", why: "",
    json: `{"description": "Builds the project (npm run build)", "command": ["npm", "run", "build"], "timeout": 300000}`,
  },
  {
    name: "publish", description: "Publishes a release (make publish)", argv: ["make", "publish", "VERSION={{version}}"], from: "Makefile",
    why: "It writes to somewhere else, so it asks you each time.",
    json: `{"description": "Publishes a release (make publish)", "command": ["make", "publish", "VERSION={{version}}"], "danger": "high", "confirm": true, "params": {"version": {"type": "string", "required": true, "pattern": "^[0-9]+\\\\.[0-9]+\\\\.[0-9]+$"}}}`,
  },
];

/** The welcome space's ctxnest.json. */
export const WELCOME_HANDS = `{
  "version": "1",
  "tools": {
    "list-files": {
      "description": "List files in the repo (no params, completely safe)",
      "command": ["git", "ls-files"]
    },
    "run-suite": {
      "description": "Run the tests with an optional filter",
      "command": ["npx", "vitest", "--reporter=verbose", "{{filter}}"],
      "timeout": 120000,
      "params": {
        "filter": { "type": "string", "required": false, "default": "", "pattern": "^[a-zA-Z0-9 _/-]*$" }
      }
    },
    "deploy-staging": {
      "description": "Deploy to staging (asks first)",
      "command": ["gcloud", "run", "deploy", "my-service", "--region", "us-central1"],
      "danger": "moderate",
      "confirm": true,
      "timeout": 180000
    },
    "deploy-production": {
      "description": "Deploy to production (switched off)",
      "command": ["npm", "run", "deploy:prod"],
      "danger": "high",
      "confirm": true,
      "disabled": true
    },
    "remove-temp": {
      "description": "Delete a file under tmp/scratch",
      "command": ["rm", "{{name}}"],
      "argSeparator": true,
      "workingDir": "tmp/scratch",
      "params": {
        "name": { "type": "string", "required": true, "pattern": "^[a-zA-Z0-9._-]+$" }
      }
    },
    "tag-release": {
      "description": "Tag a release",
      "command": ["git", "tag", "v{{version}}", "{{message}}"],
      "params": {
        "version": { "type": "string", "required": true, "pattern": "[0-9.]+" }
      }
    }
  }
}
`;
