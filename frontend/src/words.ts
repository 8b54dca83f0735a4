// All texts of the page in one list, for the test that holds them to the style page, for reviewing and for translating.
// Pages import the file of their own area: a page that is loaded late brings its own texts.

import { texts as app } from "./words/app";
import { texts as common } from "./words/common";
import { texts as components } from "./words/components";
import { texts as jobs } from "./words/jobs";
import { texts as rules } from "./words/rules";
import { texts as settings } from "./words/settings";
import { texts as states } from "./words/states";
import { texts as walls } from "./words/walls";
import { texts as widgets } from "./words/widgets";

export const areas = { app, common, components, jobs, rules, settings, states, walls, widgets };
