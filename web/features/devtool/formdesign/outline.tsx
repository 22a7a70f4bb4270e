/** The parts of the form as a tree of names. */
import { useRef } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useFocusOnChosen } from './canvas.tsx'
import { stopIn, useDesign, useDesignState } from './design-store.ts'
import { ownText, sortOf } from './names.ts'
import { answerKey } from './part-keys.ts'
import { partsIn } from './state/doc.ts'

interface OutlineProps {
  /** Opens what the chosen part says. */
  readonly onEdit: () => void
  /** The parts with a fault, by their keys. */
  readonly faulty: ReadonlySet<string>
}

export function Outline(props: OutlineProps) {
  const t = useT()
  const isEmpty = useDesignState(({ doc }) => doc.of.length === 0)
  return isEmpty ? <p className="form-quiet">{t('form-design.empty')}</p> : <Parts {...props} />
}

function Parts({ onEdit, faulty }: OutlineProps) {
  const t = useT()
  const design = useDesign()
  const doc = useDesignState((state) => state.doc)
  const language = useDesignState((state) => state.language)
  const selected = useDesignState((state) => state.selected)
  const stop = useDesignState(stopIn)
  const tree = useRef<HTMLDivElement>(null)
  useFocusOnChosen(tree)
  const all = [...partsIn(doc).values()]
  return (
    <div
      className="form-outline"
      role="tree"
      ref={tree}
      aria-label={t('form-design.outline')}
      onKeyDown={(event) => answerKey(event, design, onEdit)}
    >
      {all.map(({ part, depth, at, parent }) => {
        const own = ownText(part, language)
        const siblings = parent === undefined ? doc.of.length : (partsIn(doc).get(parent)?.part.of.length ?? 1)
        const isWrong = faulty.has(part.key)
        return (
          <div
            key={part.key}
            role="treeitem"
            data-part={part.key}
            className={isWrong ? 'wrong' : undefined}
            style={{ paddingInlineStart: 8 + (depth - 1) * 14 }}
            tabIndex={part.key === stop ? 0 : -1}
            aria-selected={part.key === selected}
            aria-level={depth}
            aria-posinset={at + 1}
            aria-setsize={siblings}
            onClick={() => design.act({ do: 'select', key: part.key })}
          >
            <span>{own || sortOf(part, t)}</span>
            {own && <small>{sortOf(part, t)}</small>}
          </div>
        )
      })}
    </div>
  )
}
