// Tests of the page wait for what shall come as long as a busy machine needs; what is there is seen at once.
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 20_000 });
