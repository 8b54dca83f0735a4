import { useId } from "react";
import { hostsOf, type Reach } from "../backend/network-words";
import { Field, TextArea } from "../components/field";
import { Tick } from "../components/tick";
import { texts } from "../words/widgets";

interface ReachFieldsProps {
  reach: Reach;
  /** What it means here to reach the package registries, and this machine. */
  registryText: string;
  loopbackText: string;
  hostsHelp: string;
  /** What is wrong with the hosts. */
  errors: readonly string[];
  onChange: (part: Partial<Reach>) => void;
}

/** What may be reached where not everything may: by programs of a space, or by one server. */
export function ReachFields({ reach, registryText, loopbackText, hostsHelp, errors, onChange }: ReachFieldsProps) {
  const id = useId();
  return (
    <>
      <Tick checked={reach.loopback} onTick={(loopback) => onChange({ loopback })} name={texts.reach.loopback} text={loopbackText} />
      <Tick checked={reach.registry} onTick={(registry) => onChange({ registry })} name={texts.reach.registry} text={registryText} />
      <Field id={id} label={texts.reach.hosts} help={hostsHelp} errors={errors}>
        <TextArea
          id={id}
          rows={Math.max(2, hostsOf(reach).length + 1)}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={`${id}-help ${id}-errors`}
          value={reach.hosts}
          onChange={(event) => onChange({ hosts: event.target.value })}
        />
      </Field>
    </>
  );
}
