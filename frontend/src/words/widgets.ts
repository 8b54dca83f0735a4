export const texts = {
  askedElsewhere: "This question is open in a system dialog or a terminal.",
};
