export const texts = {
  copy: "Copy",
  tryAgain: "Try again",
  close: "Close",
  cancel: "Cancel",
  refresh: "Refresh",
  makingForm: "Loading the form…",
  wouldRun: "Preview",
  noResults: "No results",
  back: "Back",
  previewing: "Loading preview…",
} as const;
