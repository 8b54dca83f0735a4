import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { OpenRow } from "./open-row";

it("is opened once by a click anywhere in it, and not by what can be pressed in it", async () => {
  const user = userEvent.setup();
  const open = vi.fn();
  const other = vi.fn();
  render(
    <table>
      <tbody>
        <OpenRow onOpen={open}>
          <td>
            <button onClick={open}>files</button>
          </td>
          <td>Ready</td>
          <td>
            <button onClick={other}>Switch</button>
          </td>
        </OpenRow>
      </tbody>
    </table>,
  );
  await user.click(screen.getByText("Ready"));
  expect(open).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button", { name: "files" }));
  expect(open).toHaveBeenCalledTimes(2);
  await user.click(screen.getByRole("button", { name: "Switch" }));
  expect(open).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledOnce();
});

it("finds no row of the page that something is laid out in: WebKit gives it no place", () => {
  const pages = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });
  const rows = Object.values(pages).flatMap((text) => text.match(/<(?:tr|tbody|OpenRow)\b[^>]*className=[^>]*/g) ?? []);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((row) => /["`\s]relative["`\s]/.test(row))).toEqual([]);
});
