import './tag.css'

/** A state as a word with a dot; `plain` is a remark and has none. */
export function Tag({ kind, children }: { kind: 'good' | 'quiet' | 'plain'; children: string }) {
  return <span className={`tag tag-${kind}`}>{children}</span>
}
