import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../testing/render";
import { Pictures } from "./pictures";

const found = { mime: "image/png", data: "AAAA", width: 2000, height: 10 };

it("shows a picture by what it is, and makes it larger", async () => {
  const load = vi.fn(() => Promise.resolve(found));
  const { user } = renderPage(<Pictures pictures={[{ mime: "image/svg+xml", size: 3, kept: "p1" }]} of="Look" load={load} />);
  const picture = await screen.findByRole<HTMLImageElement>("img", { name: "Picture of “Look”: image/png, 2000 by 10 pixels" });
  expect(picture.src).toBe("data:image/png;base64,AAAA");
  expect(load).toHaveBeenCalledWith("p1");
  const button = screen.getByRole("button", { pressed: false });
  await user.click(button);
  expect(button.getAttribute("aria-pressed")).toBe("true");
});

it("says why one is not shown, and asks for none that is not kept", async () => {
  const load = vi.fn(() => Promise.reject(new Error("it is too large")));
  renderPage(<Pictures pictures={[{ mime: "image/png", size: 1 }, { mime: "image/png", size: 34_500, kept: "p2" }]} of="Look" load={load} />);
  screen.getByText("Picture (image/png, 1 byte). It wasn't saved.");
  await screen.findByText("Picture (image/png, 35 kB). It is too large.");
  expect(load).toHaveBeenCalledTimes(1);
});
