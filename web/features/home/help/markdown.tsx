/** Draws the marks that the guides use: headings, paragraphs, lists, lines to copy; in a line bold, code and links to pages. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Text {
  readonly kind: 'h2' | 'h3' | 'p' | 'pre'
  readonly text: string
}
interface List {
  readonly kind: 'ul' | 'ol'
  readonly items: readonly string[]
}
type Block = Text | List

const marks = { ul: /^- /, ol: /^\d+\. / } as const

/** The blocks of a text. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    const list = (['ul', 'ol'] as const).find((kind) => marks[kind].test(line))
    if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1)
      blocks.push({ kind: 'pre', text: lines.slice(at + 1, end).join('\n') })
      at = end
    } else if (line.startsWith('## ')) blocks.push({ kind: 'h3', text: line.slice(3) })
    else if (line.startsWith('# ')) blocks.push({ kind: 'h2', text: line.slice(2) })
    else if (list) {
      const items: string[] = []
      for (; marks[list].test(lines[at] ?? ''); at += 1) items.push((lines[at] as string).replace(marks[list], ''))
      blocks.push({ kind: list, items })
      at -= 1
    } else if (line !== '') blocks.push({ kind: 'p', text: line })
  }
  return blocks
}

export function Markdown({ text }: { text: string }) {
  return blocksOf(text).map((block, at) => {
    if ('items' in block) {
      const List = block.kind
      return (
        <List key={at}>
          {block.items.map((item) => (
            <li key={item}>{inline(item)}</li>
          ))}
        </List>
      )
    }
    // Whoever works by keyboard scrolls a long line.
    const Part = block.kind
    return Part === 'pre' ? (
      <pre key={at} tabIndex={0}>
        {block.text}
      </pre>
    ) : (
      <Part key={at}>{inline(block.text)}</Part>
    )
  })
}

/** What stands in a line. */
function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part, at) => {
    const link = /^\[([^\]]+)\]\((\/[^)]*)\)$/.exec(part)
    if (link)
      return (
        <Link key={at} to={link[2] as string}>
          {link[1]}
        </Link>
      )
    if (/^\*\*.+\*\*$/.test(part)) return <strong key={at}>{part.slice(2, -2)}</strong>
    if (/^\*.+\*$/.test(part)) return <em key={at}>{part.slice(1, -1)}</em>
    if (/^`.+`$/.test(part)) return <code key={at}>{part.slice(1, -1)}</code>
    return part
  })
}
