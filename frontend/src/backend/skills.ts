// What the page may ask of Go about skills, modes and pictures. A part of Backend; its rules hold.

import type { RulesView } from "./safety-views";
import type { PictureView, SkillView } from "./skill-views";
import type { SpaceView } from "./views";

export interface Skills {
  /** Those that count first, by name. */
  skills(space: string): Promise<SkillView[]>;
  /** By which mode calls are judged from the next one on; "" = as all spaces. Refused in a space that is not trusted. */
  setMode(space: string, mode: SpaceView["mode"] | ""): Promise<RulesView>;
  /** A picture that a "finished" event names. Rejects if it is not kept any more: a week at most. */
  picture(id: string): Promise<PictureView>;
}
