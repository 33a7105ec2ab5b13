// Starts the window: chooses the host, loads the state and renders.
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { UiProviders } from "@/components/ui-providers";
import { useDesk } from "@/desk/desk";
import { call, chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import "@/styles/app.css";
import { App } from "./app";
import { startI18n, systemLanguage } from "./i18n";
import { chooseLatinFonts } from "./latin-fonts";
import { applyTheme } from "./look";
import { registerAll } from "./register";

async function start(): Promise<void> {
  // The build for browser tests uses another host, which the shipped window does not contain.
  const host =
    import.meta.env.MODE === "loopback"
      ? (await import("@/ipc/loopback")).loopback
      : (await import("@/ipc/tauri")).tauri;
  chooseHost(host);
  const application = await call("application.state", {});
  const { settings, project } = application;
  useDesk.setState({ application, settings });
  applyTheme(settings);
  chooseLatinFonts(document.documentElement);
  await startI18n(settings.language ?? systemLanguage());
  registerAll();
  if (import.meta.env.MODE === "loopback") (await import("./probe")).expose();
  const root = document.getElementById("root");
  if (root === null) return;
  createRoot(root).render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <App first={project} />
      </UiProviders>
    </QueryClientProvider>,
  );
}

void start();
