import './tag.css'

/** A state as a word with a dot. */
export function Tag({ kind, children }: { kind: 'good' | 'quiet'; children: string }) {
  return <span className={`tag tag-${kind}`}>{children}</span>
}
