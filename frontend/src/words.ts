// All texts of the page in one list, for the test that holds them to the style page, for reviewing and for translating.
// Pages import the file of their own area: a page that is loaded late brings its own texts.

import { texts as app } from "./words/app";
import { texts as channels } from "./words/channels";
import { texts as chat } from "./words/chat";
import { texts as chatlist } from "./words/chatlist";
import { texts as closing } from "./words/closing";
import { texts as common } from "./words/common";
import { texts as components } from "./words/components";
import { texts as elsewhere } from "./words/elsewhere";
import { texts as files } from "./words/files";
import { texts as handform } from "./words/handform";
import { texts as hands } from "./words/hands";
import { texts as hooks } from "./words/hooks";
import { texts as jobs } from "./words/jobs";
import { texts as machines } from "./words/machines";
import { texts as newspace } from "./words/newspace";
import { texts as rehearsal } from "./words/rehearsal";
import { texts as rules } from "./words/rules";
import { texts as runs } from "./words/runs";
import { texts as server } from "./words/server";
import { texts as serverform } from "./words/serverform";
import { texts as servers } from "./words/servers";
import { texts as serversadd } from "./words/serversadd";
import { texts as settings } from "./words/settings";
import { texts as shortcuts } from "./words/shortcuts";
import { texts as spacelist } from "./words/spacelist";
import { texts as spaces } from "./words/spaces";
import { texts as start } from "./words/start";
import { texts as states } from "./words/states";
import { texts as tools } from "./words/tools";
import { texts as undo } from "./words/undo";
import { texts as walls } from "./words/walls";
import { texts as web } from "./words/web";
import { texts as widgets } from "./words/widgets";

export const areas = { app, channels, chat, chatlist, closing, common, components, elsewhere, files, handform, hands, hooks, jobs, machines, newspace, rehearsal, rules, runs, server, serverform, servers, serversadd, settings, shortcuts, spacelist, spaces, start, states, tools, undo, walls, web, widgets };
