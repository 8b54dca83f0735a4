import { expect, it } from "vitest";
import { withFormulas } from "./formulas";

it("finds the formulas that models write", () => {
  expect(withFormulas("So \\(a^2\\) and \\[\nb\n\\] and $c_1$, $x$ or $$d$$.")).toBe("So $$a^2$$ and $$b$$ and $$c_1$$, $$x$$ or $$d$$.");
});

it("takes no prices, no code and no variables for one", () => {
  for (const text of ["It costs $5 and 10$ here.", "from $5 to $7", "`$a_1$` and ``x $b_2$``", "$HOME/bin:$PATH", "US$5, A$7_0", "\\$a_b$", "$ a_b $"]) expect(withFormulas(text)).toBe(text);
});

it("leaves long texts alone, in a moment", () => {
  const began = performance.now();
  for (const piece of ["`", "$", "\\(", "\\[", "$a", "$$"]) withFormulas(piece.repeat(19_000 / piece.length));
  expect(performance.now() - began).toBeLessThan(5000);
  expect(withFormulas("$a^2$ ".repeat(10_000))).toBe("$a^2$ ".repeat(10_000));
});
