import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { closeWindow } from "@/app/closing";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { useOpenScenes } from "@/desk/open-scenes";
import { type Asked, chooseFakeHost } from "@/ipc/fake-host";
import { leaveRoom, useRoom } from "./room";
import { RoomBar } from "./room-bar";

let requests: Asked[];
const names = () => requests.map(({ name }) => name).filter((name) => name.startsWith("window."));

beforeEach(async () => {
  await startI18n("en");
  requests = chooseFakeHost({ "window.keep_open": () => null, "window.close": () => null });
  useOpenScenes.setState({ status: new Map() });
  useRoom.setState({ room: { goal: 100, from: new Map(), before: 0 } });
  await show(<RoomBar onLeave={() => undefined} />);
});

it("asks before the window is closed, and stays if the author keeps writing", async () => {
  await closeWindow();
  expect(names()).toEqual(["window.keep_open"]);
  fireEvent.click(await screen.findByRole("button", { name: "Keep writing" }));
  expect(useRoom.getState().room).not.toBeNull();
});

it("closes the window if the author leaves anyway", async () => {
  await closeWindow();
  fireEvent.click(await screen.findByRole("button", { name: "Leave the room" }));
  expect(useRoom.getState().room).toBeNull();
  await expect.poll(names).toEqual(["window.keep_open", "window.close"]);
});

it("lets the window close once the goal is reached, and outside of the room", async () => {
  useRoom.setState({ room: { goal: 100, from: new Map(), before: 100 } });
  await closeWindow();
  leaveRoom();
  await closeWindow();
  expect(names()).toEqual(["window.close", "window.close"]);
});
