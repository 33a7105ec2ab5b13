import { lookAtStories, looksIn } from "./each-story";

lookAtStories(looksIn("en"), "production");
