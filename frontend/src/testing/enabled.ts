import { screen, waitFor } from "@testing-library/react";

/** The control of this name, once it can be used: a click on it before that is lost. */
export function enabled(role: string, name: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const control = screen.getByRole(role, { name });
    if (control.matches(":disabled")) throw new Error(`${name} is disabled.`);
    return control;
  });
}
