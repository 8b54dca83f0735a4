import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPage } from "../testing/render";
import { PickList } from "./pick-list";

function Numbers({ count }: { count: number }) {
  const [chosen, setChosen] = useState("");
  const items = Array.from({ length: count }, (_, i) => `item ${i + 1}`);
  return <PickList label="Numbers" items={items} keyOf={(item) => item} render={(item) => item} rowHeight={28} chosen={chosen} onChoose={setChosen} />;
}

const chosen = () => screen.queryByRole("option", { selected: true })?.textContent;

it("draws only what is in view, and says how many there are", () => {
  renderPage(<Numbers count={5000} />);
  const options = screen.getAllByRole("option");
  expect(options.length).toBeLessThan(60);
  expect(options[0]?.getAttribute("aria-setsize")).toBe("5000");
  expect(options[0]?.getAttribute("aria-posinset")).toBe("1");
});

it("is walked through with the keys, and stops at both ends", async () => {
  const { user } = renderPage(<Numbers count={3} />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("listbox"));
  await user.keyboard("{ArrowDown}");
  expect(chosen()).toBe("item 1");
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(chosen()).toBe("item 3");
  await user.keyboard("{Home}{ArrowUp}");
  expect(chosen()).toBe("item 1");
  await user.keyboard("{End}");
  expect(screen.getByRole("listbox").getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
});

it("is chosen from with the mouse", async () => {
  const { user } = renderPage(<Numbers count={10} />);
  await user.click(screen.getByText("item 7"));
  expect(chosen()).toBe("item 7");
});
