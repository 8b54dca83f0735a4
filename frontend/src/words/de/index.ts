// All German texts, loaded in one piece when the page speaks German, and never otherwise.

import { texts as app } from "./app";
import { texts as common } from "./common";
import { texts as components } from "./components";
import { texts as states } from "./states";

export const areas = { app, common, components, states };
