// Words of what a step is offered when a model did not do it.
export const zhHere = {
  here: { act: "本机做这一步" },
};

export const enHere: typeof zhHere = {
  here: { act: "Run this step on this machine" },
};
