// Setting up models: empty, a first provider, tests in every state, models, routes, keys, ceilings; loading, errors,
// long names; and the dialog without a model.
import { type ReactNode, useState } from "react";
import type { Dialog } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { Providers } from "@/ipc/types";
import { long } from "@/stories/sample";
import { Stage } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { fakeModels } from "./fake-models";
import { ModelForm } from "./model-row";
import { ModelsDialog } from "./models-dialog";
import { NoModelDialog } from "./no-model-dialog";
import { type Probe, useProbes } from "./probe";
import { busySetUp, deadReport, goodReport, sampleModel, sampleSetUp, sampleView } from "./sample";
import { TargetParameters } from "./target-parameters";

interface OpenedProps {
  setUp?: Providers;
  host?: FakeAnswers;
  dialog?: Dialog;
  probes?: Record<string, Partial<Probe>>;
  children?: ReactNode;
}

const PROBE: Probe = {
  model: null,
  running: false,
  stopping: false,
  stopped: false,
  report: null,
  failure: null,
};

function Opened({ setUp = sampleSetUp(), host = {}, dialog, probes = {}, children }: OpenedProps) {
  useState(() => {
    const all = Object.entries(probes).map(([id, probe]) => [id, { ...PROBE, ...probe }] as const);
    useProbes.setState(Object.fromEntries(all), true);
  });
  return (
    <Stage
      host={{ ...fakeModels(setUp).answers, ...host }}
      desk={{ dialog: dialog ?? (children === undefined ? { name: "models" } : null) }}
    >
      {children ?? (
        <>
          <ModelsDialog />
          <NoModelDialog />
        </>
      )}
    </Stage>
  );
}

const manyNames = Array.from({ length: 420 }, (_, at) => `vendor-${at % 24}/model-${at}-instruct`);

function longSetUp({ say }: StoryContext): Providers {
  const name = say(long.zh, long.en);
  const address = `http://inference-gateway.studio.internal/${"very-long-path/".repeat(12)}v1`;
  return sampleSetUp({
    providers: [
      sampleView(
        "custom",
        {
          name,
          base_url: address,
          models: [
            sampleModel(`/srv/models/${"quantized-and-merged-".repeat(6)}qwen3-32b-q4_k_m.gguf`, {
              context_tokens: 32_768,
              price: { currency: "USD", input: 123_456, cached_input: 0, output: 9_876_543 },
            }),
          ],
          headers: { "X-Title": "wenfang" },
        },
        { host: "private" },
      ),
      ...Array.from({ length: 14 }, (_, at) => sampleView(`custom-${at}`, { name: `${name} ${at + 1}` })),
    ],
  });
}

const keysTrouble = (code: "no_keychain" | "keys_locked", place: "keychain" | "file") =>
  sampleSetUp({
    providers: busySetUp().providers,
    keys: { place, ready: false, file_exists: place === "file", trouble: failure(code) },
  });

const group = "Models";

export const stories: Story[] = [
  { id: "models-none", title: "Nothing yet", group, render: () => <Opened /> },
  {
    id: "models-new",
    title: "A provider to be",
    group,
    render: () => <Opened dialog={{ name: "models", preset: "dashscope" }} />,
  },
  {
    id: "models-new-custom",
    title: "Another compatible service",
    group,
    render: () => <Opened dialog={{ name: "models", preset: "custom" }} />,
  },
  {
    id: "models-provider",
    title: "A provider, tested",
    group,
    render: () => (
      <Opened setUp={busySetUp()} probes={{ deepseek: { model: "deepseek-chat", report: goodReport() } }} />
    ),
  },
  {
    id: "models-testing",
    title: "A test under way",
    group,
    render: () => (
      <Opened setUp={busySetUp()} probes={{ deepseek: { model: "deepseek-chat", running: true } }} />
    ),
  },
  {
    id: "models-choose",
    title: "Reached, no model yet",
    group,
    render: () => (
      <Opened
        setUp={sampleSetUp({
          providers: [
            sampleView("openrouter", {}, { key: { set: true, last_four: "c0de", elsewhere: null } }),
          ],
        })}
        probes={{ openrouter: { report: goodReport({ model_names: manyNames }) } }}
      />
    ),
  },
  {
    id: "models-choose-none",
    title: "Reached, the server has no model",
    group,
    render: () => (
      <Opened
        setUp={sampleSetUp({ providers: [sampleView("ollama")] })}
        probes={{ ollama: { report: goodReport({ model_names: [] }) } }}
      />
    ),
  },
  {
    id: "models-not-running",
    title: "Nobody answers",
    group,
    render: () => (
      <Opened
        setUp={sampleSetUp({ providers: [sampleView("ollama", { models: [sampleModel("qwen3:14b")] })] })}
        probes={{ ollama: { model: "qwen3:14b", report: deadReport } }}
      />
    ),
  },
  {
    id: "models-test-failed",
    title: "A test that could not begin",
    group,
    render: () => (
      <Opened
        setUp={sampleSetUp({ providers: [sampleView("zhipu", { models: [sampleModel("glm")] })] })}
        probes={{ zhipu: { model: "glm", failure: failure("keys_locked") } }}
      />
    ),
  },
  {
    id: "models-form",
    title: "What a model holds and costs, how it answers",
    group,
    render: () => {
      const setUp = busySetUp();
      const model = setUp.providers[0]?.provider.models[0] ?? sampleModel("deepseek-chat");
      return (
        <Opened setUp={setUp}>
          <div className="flex w-150 flex-col gap-6">
            <ModelForm
              provider="deepseek"
              model={model}
              routes={{ default: null, tasks: {} }}
              assumed={32_768}
            />
            <TargetParameters
              parameters={{ temperature: 1.1, extra: { enable_thinking: false } }}
              onChange={() => undefined}
            />
          </div>
        </Opened>
      );
    },
  },
  {
    id: "models-routes",
    title: "Tasks and models",
    group,
    render: () => <Opened setUp={busySetUp()} dialog={{ name: "models", section: "routes" }} />,
  },
  {
    id: "models-routes-none",
    title: "Tasks and models, no model",
    group,
    render: () => <Opened dialog={{ name: "models", section: "routes" }} />,
  },
  {
    id: "models-keys",
    title: "Where keys are kept",
    group,
    render: () => <Opened setUp={busySetUp()} dialog={{ name: "models", section: "keys" }} />,
  },
  {
    id: "models-keys-locked",
    title: "The key file is locked",
    group,
    render: () => (
      <Opened setUp={keysTrouble("keys_locked", "file")} dialog={{ name: "models", section: "keys" }} />
    ),
  },
  {
    id: "models-keys-none",
    title: "No keychain",
    group,
    render: () => (
      <Opened setUp={keysTrouble("no_keychain", "keychain")} dialog={{ name: "models", section: "keys" }} />
    ),
  },
  {
    id: "models-keys-provider",
    title: "A provider while keys cannot be used",
    group,
    render: () => <Opened setUp={keysTrouble("no_keychain", "keychain")} />,
  },
  {
    id: "models-ceilings",
    title: "Spending limits",
    group,
    render: () => <Opened setUp={busySetUp()} dialog={{ name: "models", section: "ceilings" }} />,
  },
  {
    id: "models-long",
    title: "Long names, many providers",
    group,
    render: (context) => (
      <Opened
        setUp={longSetUp(context)}
        probes={{
          custom: {
            model: "x",
            report: goodReport({
              streaming: { verdict: "no", message: "upstream said nothing useful ".repeat(16) },
              dropped_parameters: ["max_tokens", "temperature"],
            }),
          },
        }}
      />
    ),
  },
  {
    id: "models-loading",
    title: "Loading",
    group,
    render: () => <Opened host={{ "providers.list": () => never() }} />,
  },
  {
    id: "models-error",
    title: "Error",
    group,
    render: () => (
      <Opened
        host={{
          "providers.list": () => {
            throw failure("io");
          },
        }}
      />
    ),
  },
  {
    id: "no-model",
    title: "No model is set up",
    group,
    render: () => <Opened dialog={{ name: "no-model" }} />,
  },
  {
    id: "no-model-chosen",
    title: "No model is chosen",
    group,
    render: () => (
      <Opened setUp={sampleSetUp({ providers: busySetUp().providers })} dialog={{ name: "no-model" }} />
    ),
  },
];
