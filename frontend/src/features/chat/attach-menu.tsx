import { AtSign, File, Folder, Paperclip } from "lucide-react";
import { IconButton } from "../../components/button";
import { Menu } from "../../components/menu";
import { texts } from "../../words/chat";

interface AttachMenuProps {
  onChoose: (folder: boolean) => void;
  /** Begins a name with an @. */
  onMention: () => void;
}

/** The ways to bring something along with a message. */
export function AttachMenu({ onChoose, onMention }: AttachMenuProps) {
  return (
    <>
      <Menu
        button={(opens) => <IconButton label={texts.composer.attach} icon={Paperclip} {...opens} />}
        entries={[
          { icon: File, text: texts.composer.attachFiles, onSelect: () => onChoose(false) },
          { icon: Folder, text: texts.composer.attachFolder, onSelect: () => onChoose(true) },
        ]}
      />
      <IconButton label={texts.composer.mention} icon={AtSign} onClick={onMention} />
    </>
  );
}
