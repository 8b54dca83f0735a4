// Gathers the fixtures. The runs are journal exports that the Go tests read too.

import type { RunFixture } from "../backend/fake/journal";
import type { Fixtures } from "../backend/fake/world";
import doctor from "./fixtures/doctor.json";
import problems from "./fixtures/problems.json";
import run01 from "./fixtures/runs/run-01.json";
import run02 from "./fixtures/runs/run-02.json";
import run03 from "./fixtures/runs/run-03.json";
import run04 from "./fixtures/runs/run-04.json";
import run05 from "./fixtures/runs/run-05.json";
import run06 from "./fixtures/runs/run-06.json";
import servers from "./fixtures/servers.json";
import sessions from "./fixtures/sessions.json";
import settings from "./fixtures/settings.json";
import spaces from "./fixtures/spaces.json";
import tools from "./fixtures/tools.json";
import calls from "./recorded/calls.json";
import hands from "./recorded/hands.json";
import programs from "./recorded/programs.json";
import rehearsal from "./recorded/rehearsal.json";
import rules from "./recorded/rules.json";
import safeguards from "./recorded/safeguards.json";
import secrets from "./recorded/secrets.json";
import mcpServers from "./recorded/servers.json";
import nothingSet from "./recorded/settings.json";
import skills from "./recorded/skills.json";
import undo from "./recorded/undo.json";
import unsafe from "./recorded/unsafe.json";
import web from "./recorded/web.json";

export const runs = [run01, run02, run03, run04, run05, run06] as unknown as RunFixture[];

// JSON has no literal types: the words in it are checked by the tests that show them.
export const fixtures = {
  spaces, sessions, problems, servers,
  settings: { ...nothingSet[""][0]?.answer, ...settings },
  doctor, tools, runs,
  calls, hands, mcpServers, programs, rehearsal, rules, safeguards, secrets, skills, undo, unsafe, web,
} as unknown as Fixtures;
