import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPage } from "../testing/render";
import { Menu } from "./menu";
import { Dialog } from "./overlay";

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Remove</button>
      <Menu button={(opens) => <button {...opens}>More</button>} entries={[{ text: "Remove…", onSelect: () => setOpen(true) }]} />
      <Dialog title="Remove it?" open={open} onClose={() => setOpen(false)} actions={<button onClick={() => setOpen(false)}>Keep it</button>}>
        It is gone then.
      </Dialog>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

it("has the focus on its first button, and gives it back to what opened it", async () => {
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await screen.findByRole("dialog", { name: "Remove it?" });
  await waitFor(() => expect(focused()).toBe("Keep it"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(focused()).toBe("Remove"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("gives the focus back to the button of the menu that it came from", async () => {
  const { user } = renderPage(<Page />);
  for (const end of ["{Escape}", "{Enter}"]) {
    screen.getByRole("button", { name: "More" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(focused()).toBe("Remove…"));
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Remove it?" });
    await waitFor(() => expect(focused()).toBe("Keep it"));
    await user.keyboard(end);
    await waitFor(() => expect(focused()).toBe("More"));
  }
});
