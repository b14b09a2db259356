// What the scripts of the pages may not do. Types come from JSDoc and are checked by tsc.
import js from "@eslint/js";
import globals from "globals";

const STATIC = "src/stellwerk/**/static/**/*.js";

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  { files: [STATIC], languageOptions: { globals: globals.browser } },
  { files: ["tests/js/**/*.js", "*.config.js"], languageOptions: { globals: globals.node } },
  {
    rules: {
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
