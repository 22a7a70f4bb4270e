/** The form as it will stand on the page, of parts that are chosen, moved and taken out. */
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import { useDraggable } from '@dnd-kit/core'
import type { MouseEvent, RefObject } from 'react'
import { memo, useLayoutEffect, useRef } from 'react'
import { textIn } from '../../../../model/form/definition.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { stopIn, useDesign, useDesignState } from './design-store.ts'
import { FieldPicture } from './field-picture.tsx'
import { nameOf, sortOf } from './names.ts'
import { answerKey, duplicate } from './part-keys.ts'
import type { FieldPart, Part } from './state/doc.ts'
import { isField } from './state/doc.ts'
import './canvas.css'

interface CanvasProps {
  /** The parts with a fault, by their keys. */
  readonly faulty: ReadonlySet<string>
  /** Opens what the chosen part says. */
  readonly onEdit: () => void
  readonly surface: RefObject<HTMLDivElement | null>
  readonly mark: RefObject<HTMLDivElement | null>
}

export function Canvas({ faulty, onEdit, surface, mark }: CanvasProps) {
  const t = useT()
  const design = useDesign()
  const parts = useDesignState(({ doc }) => doc.of)
  const tree = useRef<HTMLDivElement>(null)
  useFocusOnChosen(tree)

  return (
    // A click beside the parts chooses none; the Escape key does the same.
    <div className="form-canvas" ref={surface} onClick={() => design.act({ do: 'select', key: undefined })}>
      <p className="form-keys" id="form-canvas-keys">
        {t('form-design.keys')}
      </p>
      <div
        className="form-parts"
        role="tree"
        ref={tree}
        aria-label={t('form-design.canvas')}
        aria-describedby="form-canvas-keys"
        data-tree=""
        onKeyDown={(event) => {
          answerKey(event, design, onEdit)
          if ((event.ctrlKey || event.metaKey) && event.key === 'd') {
            event.preventDefault()
            duplicate(design, (event.target as HTMLElement).dataset['part'] ?? '')
          }
        }}
      >
        {parts.map((part, at) => (
          <CanvasPart key={part.key} part={part} place={at + 1} of={parts.length} depth={1} faulty={faulty} />
        ))}
      </div>
      {parts.length === 0 && <p className="form-canvas-empty">{t('form-design.empty')}</p>}
      <div className="form-drop-mark" ref={mark} hidden />
    </div>
  )
}

/** While the keyboard is on a part, it goes along when another one is chosen or the part is drawn elsewhere. */
export function useFocusOnChosen(tree: RefObject<HTMLElement | null>): void {
  const { store } = useDesign()
  const had = useRef(false)
  useLayoutEffect(() => {
    const { current } = tree
    if (!current) return undefined
    const note = () => {
      had.current = current.contains(document.activeElement) && document.activeElement !== current
    }
    // Before the page is drawn anew, since what had the focus may be gone then.
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget !== null && !current.contains(event.relatedTarget as Node)) had.current = false
    }
    current.addEventListener('focusin', note)
    current.addEventListener('focusout', leave)
    return () => {
      current.removeEventListener('focusin', note)
      current.removeEventListener('focusout', leave)
    }
  }, [tree])
  const stop = useDesignState(stopIn)
  const doc = useDesignState((state) => state.doc)
  useLayoutEffect(() => {
    if (!had.current) return
    const active = document.activeElement
    if (active !== document.body && !tree.current?.contains(active)) return
    const part = tree.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(stopIn(store.getState()) ?? '')}"]`)
    if (part && part !== active) part.focus()
  }, [tree, store, stop, doc])
}

interface PartProps {
  readonly part: Part
  readonly place: number
  readonly of: number
  readonly depth: number
  readonly faulty: ReadonlySet<string>
}

const CanvasPart = memo(function CanvasPart({ part, place, of, depth, faulty }: PartProps) {
  const t = useT()
  const { act } = useDesign()
  const language = useDesignState((state) => state.language)
  const isChosen = useDesignState(({ selected }) => selected === part.key)
  const isStop = useDesignState((state) => stopIn(state) === part.key)
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: part.key, data: { key: part.key } })
  const isWrong = faulty.has(part.key)
  const name = nameOf(part, language, t)
  const span = part.part === 'field' ? part.span : undefined
  const className = ['form-part', `form-part-${part.part}`, isChosen && 'chosen', isDragging && 'dragged', isWrong && 'wrong']

  return (
    <div
      ref={setNodeRef}
      role="treeitem"
      data-part={part.key}
      className={className.filter(Boolean).join(' ')}
      style={span === undefined ? undefined : { flex: `${span} 1 0` }}
      tabIndex={isStop ? 0 : -1}
      aria-label={isWrong ? t('form-design.with-fault', { part: name }) : name}
      aria-selected={isChosen}
      aria-level={depth}
      aria-posinset={place}
      aria-setsize={of}
      {...(part.of.length > 0 ? { 'aria-expanded': true } : {})}
      onClick={(event: MouseEvent) => {
        event.stopPropagation()
        act({ do: 'select', key: part.key })
      }}
      {...listeners}
    >
      <span className="form-part-handle" aria-hidden="true">
        <HolderOutlined />
      </span>
      <Look part={part} language={language} sort={sortOf(part, t)} />
      {mayHold(part) && (
        <div className={`form-inside form-inside-${part.part}`} role="group">
          {part.of.map((one, at) => (
            <CanvasPart key={one.key} part={one} place={at + 1} of={part.of.length} depth={depth + 1} faulty={faulty} />
          ))}
          {part.of.length === 0 && (
            <span className="form-inside-empty" aria-hidden="true">
              {t('form-design.empty-inside')}
            </span>
          )}
        </div>
      )}
    </div>
  )
})

const mayHold = (part: Part): boolean => (isField(part) ? part.field.kind === 'table' : !['heading', 'text', 'divider'].includes(part.part))

/** What is seen of a part itself. What is heard of it is its name. */
function Look({ part, language, sort }: { part: Part; language: 'zh' | 'tw' | 'en'; sort: string }) {
  switch (part.part) {
    case 'field':
    case 'column':
      return <FieldLook part={part} language={language} />
    case 'heading':
      return (
        <strong className="form-heading" aria-hidden="true">
          {textIn(part.text, language)}
        </strong>
      )
    case 'text':
      return (
        <p className="form-text" aria-hidden="true">
          {textIn(part.text, language)}
        </p>
      )
    case 'divider':
      return <span className="form-divider" aria-hidden="true" />
    case 'group':
    case 'page':
      return (
        <span className="form-title" aria-hidden="true">
          {textIn(part.title, language)}
        </span>
      )
    default:
      return (
        <span className="form-sort" aria-hidden="true">
          {sort}
        </span>
      )
  }
}

function FieldLook({ part, language }: { part: FieldPart; language: 'zh' | 'tw' | 'en' }) {
  const { field } = part
  return (
    <span className="form-field-look" aria-hidden="true">
      <span className="form-field-label">
        {textIn(field.labels, language)}
        {field.required && <span className="form-required"> *</span>}
        {(field.visibleWhen ?? field.requiredWhen ?? field.readOnlyWhen) && <span className="form-badge">◇</span>}
        {field.compute && <span className="form-badge">ƒ</span>}
      </span>
      {field.kind !== 'table' && <FieldPicture field={field} language={language} />}
      {field.help && <span className="form-field-help">{textIn(field.help, language)}</span>}
    </span>
  )
}
