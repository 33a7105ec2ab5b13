// Words for running a failed model step on this machine.
export const zhHere = {
  here: { act: "本机做这一步" },
};

export const enHere: typeof zhHere = {
  here: { act: "Run this step on this machine" },
};
