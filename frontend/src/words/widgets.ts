export const texts = {
  reach: {
    loopback: "Services on this machine",
    registry: "Package registries",
    hosts: "These hosts",
  },
  askedElsewhere: "This question is open in a system dialog or a terminal.",
};
