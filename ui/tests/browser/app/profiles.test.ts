// A profile of generation in the window with the scripted server: a step that refuses.
import { it } from "vitest";
import { zh as drafting } from "@/features/drafting/words";
import { inBrowser, openSample } from "./harness";
import { barOf, begin, provider, says, setUp, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

const TEXT = "雨停了，江面上只剩下一层薄雾。老周把马灯提高了一点，照见石阶上一串湿脚印。他没有喊，只等着。";
const slowly = { default: { deltas: TEXT.match(/[\s\S]{1,2}/g) ?? [], delta_delay_ms: 500 } };

it("a step that refuses is left out when the author says so", async () => {
  await server().script(slowly);
  const app = await openSample();
  await setUp(app, provider("one", server().url));
  await app.call("pipeline.save", {
    text: JSON.stringify({
      profile_id: "strict",
      title: { zh: "严", en: "Strict" },
      pre: [{ id: "plan", handler: "require", params: { plan: ["turning_point", "conflict", "location"] } }],
    }),
  });
  await app.call("pipeline.use", { subject: "novel", profile: "strict" });
  await app.run("binder.new_scene");
  await app.editor().waitFor();
  await begin(app, "drafting.continue");
  await app.page.getByRole("button", { name: drafting.refused.writeAnyway }).click({ timeout: 20_000 });
  await says(barOf(app, "continue"), drafting.states.streaming);
});
