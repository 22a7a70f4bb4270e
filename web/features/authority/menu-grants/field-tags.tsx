import { Tag } from '../../../ui/tag.tsx'

/** Field names as people know them. */
export function FieldTags({ names, labels }: { names: readonly string[]; labels: ReadonlyMap<string, string> }) {
  return names.map((name) => (
    <Tag key={name} kind="plain">
      {labels.get(name) ?? name}
    </Tag>
  ))
}
