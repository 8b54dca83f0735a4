import { Fragment } from "react";
import { Kbd, Section } from "../components/pane";
import { Dialog } from "../components/overlay";
import { COMMAND_KEY, COMMAND_KEYS, sayKey, type Command } from "./keys";
import { texts } from "../words/shortcuts";

/** Every key that does something, by where it does. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const everywhere = (Object.keys(COMMAND_KEYS) as Command[]).map((command): [string, string] => [sayKey(command), texts.keys[command]]);
  return (
    <Dialog title={texts.title} open onClose={onClose}>
      <div className="flex flex-col gap-6">
        <Keys title={texts.everywhere} keys={[...everywhere, [`${COMMAND_KEY} S`, texts.save]]} />
        <Keys title={texts.chat} keys={texts.inChat} />
        <Keys title={texts.question} keys={texts.inQuestion} />
      </div>
    </Dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [key: string, text: string])[] }) {
  return (
    <Section title={title}>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
        {keys.map(([key, text]) => (
          <Fragment key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </Section>
  );
}
