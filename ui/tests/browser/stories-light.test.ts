import { lookAtStories, looksIn } from "./each-story";

lookAtStories(looksIn("zh"), "development");
