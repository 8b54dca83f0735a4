// All texts of the page in one list, for the test that holds them to the style page, for reviewing and for translating.
// Pages import the file of their own area: a page that is loaded late brings its own texts.

import { texts as app } from "./app";
import { texts as channels } from "./channels";
import { texts as chat } from "./chat";
import { texts as chatlist } from "./chatlist";
import { texts as closing } from "./closing";
import { texts as common } from "./common";
import { texts as components } from "./components";
import { texts as deleting } from "./deleting";
import { texts as elsewhere } from "./elsewhere";
import { texts as files } from "./files";
import { texts as handform } from "./handform";
import { texts as hands } from "./hands";
import { texts as holdings } from "./holdings";
import { texts as hooks } from "./hooks";
import { texts as jobs } from "./jobs";
import { texts as links } from "./links";
import { texts as machines } from "./machines";
import { texts as newspace } from "./newspace";
import { texts as palette } from "./palette";
import { texts as rehearsal } from "./rehearsal";
import { texts as rules } from "./rules";
import { texts as runs } from "./runs";
import { texts as server } from "./server";
import { texts as serverform } from "./serverform";
import { texts as servers } from "./servers";
import { texts as serversadd } from "./serversadd";
import { texts as settings } from "./settings";
import { texts as shortcuts } from "./shortcuts";
import { texts as spacelist } from "./spacelist";
import { texts as spaces } from "./spaces";
import { texts as start } from "./start";
import { texts as states } from "./states";
import { texts as stopped } from "./stopped";
import { texts as tools } from "./tools";
import { texts as undo } from "./undo";
import { texts as walls } from "./walls";
import { texts as web } from "./web";
import { texts as widgets } from "./widgets";

export const areas = { app, channels, chat, chatlist, closing, common, components, deleting, elsewhere, files, handform, hands, holdings, hooks, jobs, links, machines, newspace, palette, rehearsal, rules, runs, server, serverform, servers, serversadd, settings, shortcuts, spacelist, spaces, start, states, stopped, tools, undo, walls, web, widgets };
