import './tag.css'

/** A state as a word with a mark, whose shape tells it apart as well; `plain` is a remark and has none, `info` is new to the reader. */
export function Tag({ kind, children }: { kind: 'good' | 'notice' | 'urgent' | 'quiet' | 'plain' | 'info'; children: string }) {
  return <span className={`tag tag-${kind}`}>{children}</span>
}
