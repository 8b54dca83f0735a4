import { expect, it } from "vitest";
import { drawingOf } from "./drawing";

const svg = (inner: string, more = 'viewBox="0 0 20 10"') => `<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inner}</svg>`;
const drawn = (source: string) => decodeURIComponent(drawingOf(source)?.url ?? "");

it("keeps what draws, and nothing that runs or loads", () => {
  const picture = drawn(svg(`<title>Box</title><script>alert(1)</script><rect width="5" height="5" onclick="alert(1)" fill="url(https://evil.example/a)"/>
    <image href="https://evil.example/?q=1"/><foreignObject><p>html</p></foreignObject><a href="https://evil.example"><text>Go</text></a>
    <style>@import "https://evil.example/a.css";</style><style>rect { stroke: red }</style><path style="fill:url( 'data:image/png,')" d="M0 0"/><use href="#a"/><g id="a"/>`, 'viewBox="0 0 20 10" onload="alert(1)"'));
  expect(picture).toMatch(/^data:image\/svg\+xml,<svg/);
  expect(picture).not.toMatch(/script|evil|onclick|onload|foreignObject|html|import|image\/png/);
  for (const kept of ["<title>Box</title>", "<rect", "<text>Go</text>", "stroke: red", '<use href="#a"']) expect(picture).toContain(kept);
  expect(drawingOf(svg("<title>Box</title>"))?.title).toBe("Box");
});

it("makes no picture of what is none, or too much", () => {
  const nested = Array.from({ length: 20 }, (_, i) => `<g id="a${i}">${`<use href="#a${i + 1}"/>`.repeat(10)}</g>`).join("");
  for (const source of ["<p>text</p>", "<svg>", svg("<rect"), `<!DOCTYPE svg [<!ENTITY a "a">]>${svg("&a;")}`, svg(nested), svg('<g id="a"><use href="#a"/></g>'), svg("<g/>".repeat(6000)), svg(`<!-- ${"x".repeat(300_000)} -->`)]) {
    expect(drawingOf(source), source.slice(0, 80)).toBeUndefined();
  }
});

it("gives a picture a size that can be shown", () => {
  expect(drawingOf(svg(""))).toMatchObject({ width: 20, height: 10 });
  expect(drawingOf(svg("", 'width="10000" height="10000"'))).toMatchObject({ width: 2000, height: 2000 });
  expect(drawingOf(svg("", 'width="100%" viewBox="0 0 1e9 10"'))).toMatchObject({ width: 2000, height: 1 });
});
