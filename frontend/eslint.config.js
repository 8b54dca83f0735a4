import js from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// The floors of the page: backend and components know nobody above them, widgets know those two, features know all
// three and never each other, app knows all. Folders of features are flat, so "../name" is always another feature.
const floors = [
  { files: ["src/words.ts", "src/words/**"], rule: [{ regex: "^\\.\\.|^[^.]", message: "Words know nobody." }] },
  { files: ["src/words/de/**"], rule: [{ regex: "^\\.\\./(?!\\.\\./words$).*/|^[^.]", message: "A translation knows what it translates." }] },
  {
    files: ["src/backend/**"],
    rule: [
      { regex: "/(components|widgets|features|app)/", message: "The backend does not know the page." },
      { regex: "/testing/", message: "Only the app and tests load fixtures." },
    ],
  },
  { files: ["src/components/**"], rule: [{ regex: "/(backend|widgets|features|app|testing)/", message: "Components know no domain." }] },
  {
    files: ["src/widgets/**"],
    rule: [
      { regex: "/(features|app|testing)/", message: "Widgets know backend and components, not who shows them." },
      { regex: "^\\.\\./(backend/(fake|wails))", message: "Widgets know the interface, not who is behind it." },
    ],
  },
  {
    files: ["src/features/**"],
    rule: [
      { regex: "^\\.\\./(?!\\.\\./(backend|components|widgets|words)/)", message: "Features know backend, components and widgets, never each other or the app." },
      { regex: "^\\.\\./\\.\\./(backend/(fake|wails))", message: "Features know the interface, not who is behind it." },
    ],
  },
];

// Texts are in src/words, one file an area, and are imported from there.
const LETTERS = "/\\p{L}{2}/u";
const TEXTS = "/^(label|title|placeholder|aria-label|alt|what|waiting|failed|why|note|help|text|word|hint|action)$/";
const literal = [
  `JSXText[value=${LETTERS}]`,
  ...["JSXElement", "JSXFragment", `JSXAttribute[name.name=${TEXTS}]`].flatMap((at) =>
    [`Literal[value=${LETTERS}]`, `TemplateLiteral:has(TemplateElement[value.raw=${LETTERS}])`].flatMap((text) => [
      `${at} > JSXExpressionContainer > ${text}`, `${at} > JSXExpressionContainer > ConditionalExpression > ${text}`, `${at} > JSXExpressionContainer > LogicalExpression > ${text}`,
    ]),
  ),
  `JSXAttribute[name.name=${TEXTS}] > Literal[value=${LETTERS}]`,
  "Literal[value=/^[A-Z][a-z]+ ([a-z]+ )*[a-z]+[.?…]?$/]",
];
const texts = literal.map((selector) => ({ selector, message: "Texts of the page are in src/words." }));

const wails = { regex: "wailsjs|^@wailsapp/", message: "Only backend/wire.ts, backend/asked.ts and backend/wails.ts know Wails." };

export default tseslint.config(
  { ignores: ["dist/", "wailsjs/", "node_modules/"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  hooks.configs.flat.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".tsx", ".js"] })], "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] }, "import-x/extensions": [".ts", ".tsx"] },
    rules: { "import-x/no-cycle": "error" },
  },
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "max-lines": ["error", 250],
      "no-console": "error",
      "no-restricted-imports": ["error", { patterns: [wails] }],
      // Numbers in text are fine, and a promise is often what an event handler starts.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/prefer-nullish-coalescing": "off",
    },
  },
  ...floors.map(({ files, rule }) => ({
    files,
    ignores: ["**/*.test.ts", "**/*.test.tsx"],
    rules: { "no-restricted-imports": ["error", { patterns: [wails, ...rule] }] },
  })),
  {
    files: ["app", "backend", "components", "features", "widgets"].map((done) => `src/${done}/**`),
    ignores: ["**/*.test.ts", "**/*.test.tsx", "src/backend/fake.ts", "src/backend/fake/**"],
    rules: { "no-restricted-syntax": ["error", ...texts] },
  },
  // Functions of the fake are taken one by one, and need no "this".
  { files: ["**/*.test.ts", "**/*.test.tsx"], rules: { "@typescript-eslint/unbound-method": "off", "no-restricted-syntax": "off" } },
  { files: ["src/backend/wails.ts", "src/backend/wire.ts", "src/backend/asked.ts"], rules: { "no-restricted-imports": "off" } },
  { files: ["**/*.js"], extends: [tseslint.configs.disableTypeChecked] },
);
