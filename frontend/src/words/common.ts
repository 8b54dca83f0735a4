export const texts = {
  copy: "Copy",
  tryAgain: "Try again",
  close: "Close",
} as const;
